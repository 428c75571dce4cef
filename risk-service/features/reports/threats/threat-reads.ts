import { sql } from 'kysely'
import type { ReportAttribute } from '../../../contract/reports/report-definitions.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import type { DayRange } from '../../case-report/figures/periods.ts'
import { fraudDigit } from '../model/records/outcome-code.ts'
import { attributeValue } from '../refresh/attribute-columns.ts'
import { fraudStatus } from '../refresh/store-sums.ts'
import {
  counted,
  isCounted,
  type OutcomeVolume,
  outcomeOf,
  type TransactionFilter,
  within,
} from '../summary/summary-reads.ts'

/** Transactions with the same value of an attribute. Of their outcomes only the fraud status is given. */
export interface EntityVolume extends OutcomeVolume {
  value: string
}

const fraudOutcome = (filter: TransactionFilter) => sql`${fraudStatus(outcomeOf(filter))} * ${fraudDigit.unit}`

/** Returns the volumes of all values of an attribute in a range. The day of a row is the first one. */
export async function readEntityVolumes(
  db: Db,
  filter: TransactionFilter,
  attribute: ReportAttribute,
  range: DayRange,
  signal?: AbortSignal,
): Promise<EntityVolume[]> {
  const { rows } = await sql<EntityVolume>`
    select ${range.from}::int as day, ${attributeValue(attribute)} as value, ${fraudOutcome(filter)} as outcome, ${counted}
    from report_transaction where ${isCounted(filter)} and ${within(sql`day`, range)} group by 2, 3`.execute(
    db,
    cancellable(signal),
  )
  return rows
}

/** Returns the volumes of some values of an attribute by day; an empty value stands for all others. */
export async function readEntityDays(
  db: Db,
  filter: TransactionFilter,
  { attribute, values }: { attribute: ReportAttribute; values: readonly string[] },
  range: DayRange,
  signal?: AbortSignal,
): Promise<EntityVolume[]> {
  const { rows } = await sql<EntityVolume>`
    select day, case when v.value = any(${[...values]}::text[]) then v.value else '' end as value, outcome,
      count(*)::int as events, sum(amount_usd)::float8 as cents
    from (
      select day, ${attributeValue(attribute)} as value, ${fraudOutcome(filter)} as outcome, amount_usd
      from report_transaction where ${isCounted(filter)} and ${within(sql`day`, range)}
    ) v group by day, 2, outcome`.execute(db, cancellable(signal))
  return rows
}
