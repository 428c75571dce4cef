import { type RawBuilder, sql } from 'kysely'
import { blankValue, type ReportAttribute, type ScoreType } from '../../../contract/reports/report-definitions.ts'

const columns: Readonly<Record<ReportAttribute, RawBuilder<unknown>>> = {
  segment: sql`segment`,
  category: sql`category`,
  paymentType: sql`payment_type`,
  cardType: sql`card_type`,
  osFamily: sql`os_family`,
  operatingSystem: sql`operating_system`,
  browserFamily: sql`browser_family`,
  javaScript: sql`java_script`,
  country: sql`country`,
}

const isAttribute = (name: string): name is ReportAttribute => Object.hasOwn(columns, name)

/**
 * Returns the value of an attribute of a row of `report_transaction`, or of a field by which reports are filtered, as
 * reports write it.
 */
export const attributeValue = (name: string): RawBuilder<unknown> =>
  sql`coalesce(nullif(${isAttribute(name) ? columns[name] : sql`data_values ->> ${name}::text`}, ''), ${blankValue})`

/** The column of a score of `report_transaction`. */
export const scoreColumn = (type: ScoreType): RawBuilder<unknown> => (type === 'bot' ? sql`bot_score` : sql`score`)

/** The bin of ten scores of a row of `report_transaction`; -1: no score. */
export const scoreBinOf = (type: ScoreType): RawBuilder<unknown> => {
  const score = scoreColumn(type)
  return sql`case when ${score} between 0 and 999 then ${score} / 10 else -1 end`
}
/** The bin of the risk score, of which sums are stored. */
export const scoreBin: RawBuilder<unknown> = scoreBinOf('risk')
