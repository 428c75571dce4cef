import { type RawBuilder, sql } from 'kysely'
import { blankValue, type ReportAttribute } from '../../../contract/reports/report-definitions.ts'

const columns: Readonly<Record<ReportAttribute, RawBuilder<unknown>>> = {
  segment: sql`segment`,
  category: sql`category`,
  paymentType: sql`payment_type`,
  cardType: sql`card_type`,
  osFamily: sql`os_family`,
  operatingSystem: sql`operating_system`,
  browserFamily: sql`browser_family`,
  country: sql`country`,
}

/** Returns the value of an attribute of a row of `report_transaction` as reports write it. */
export const attributeValue = (name: ReportAttribute): RawBuilder<unknown> =>
  sql`coalesce(nullif(${columns[name]}, ''), ${blankValue})`

/** The bin of ten scores of a row of `report_transaction`; -1: no score. */
export const scoreBin: RawBuilder<unknown> = sql`case when score between 0 and 999 then score / 10 else -1 end`
