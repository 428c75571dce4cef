import { sql } from 'kysely'
import { type ReportView, reportsLimits } from '../../../contract/reports/report-definitions.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import type { DayRange } from '../../case-report/figures/periods.ts'
import { scoreBinOf } from '../refresh/attribute-columns.ts'
import { isCounted, type OutcomeVolume, type TransactionFilter, within } from '../summary/summary-reads.ts'

/** Transactions with the same value of a field. Of their outcomes nothing is given. */
export interface ObservedVolume extends OutcomeVolume {
  field: string
  /** Null: all values that are not among the most frequent ones. */
  value: string | null
  /** Ten scores by their number; 0 where scores are added up. */
  bin: number
}

interface ObservedChoice {
  fields: readonly string[]
  /** Transactions, or amounts, by which values are frequent. */
  view: ReportView
  by: 'time' | 'score'
}

/** Returns the volumes of the most frequent values of fields by day, or by bin of those with a score. */
export async function readObservedVolumes(
  db: Db,
  filter: TransactionFilter,
  { fields, view, by }: ObservedChoice,
  range: DayRange,
  signal?: AbortSignal,
): Promise<ObservedVolume[]> {
  if (fields.length === 0) return []
  const bin = scoreBinOf(filter.scoreType ?? 'risk')
  const [day, tens] = by === 'time' ? [sql`day`, sql`0`] : [sql`${range.from}::int`, bin]
  const scored = by === 'time' ? sql`true` : sql`${bin} >= 0`
  const weight = view === 'count' ? sql`events` : sql`cents`
  const { rows } = await sql<ObservedVolume>`
    with volumes as materialized (
      select f.key as field, f.value, ${day} as day, ${tens} as bin, count(*) as events, sum(amount_usd) as cents
      from report_transaction cross join lateral json_each_text(observed_values::json) f
      where ${isCounted(filter)} and ${within(sql`day`, range)} and observed_values is not null and ${scored}
        and f.key = any(${[...fields]}::text[])
      group by 1, 2, 3, 4
    ), places as (
      select field, value,
        row_number() over (partition by field order by sum(${weight}) desc, sum(events) desc, value collate "C") as place
      from volumes group by field, value
    )
    select v.field, case when p.place <= ${reportsLimits.observedValues} then v.value end as value, v.day, v.bin,
      0 as outcome, sum(v.events)::int as events, sum(v.cents)::float8 as cents
    from volumes v join places p on p.field = v.field and p.value = v.value
    group by 1, 2, 3, 4`.execute(db, cancellable(signal))
  return rows
}
