import { type RawBuilder, sql } from 'kysely'
import { reportAttributes } from '../../../contract/reports/report-definitions.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import type { DayRange } from '../../case-report/figures/periods.ts'
import { attributeValue, scoreBin } from '../refresh/attribute-columns.ts'
import type { OutcomeVolume, TransactionFilter } from '../summary/summary-reads.ts'

/** Transactions of an assessment that a report counts. */
export interface ScoreFilter extends TransactionFilter {
  eventType: string
}
/** Transactions with the same outcome and score. `day` is 0 where days are added up. */
export interface ScoreVolume extends OutcomeVolume {
  /** Ten scores by their number; -1: without a score. */
  bin: number
}

/** Returns the volumes of the transactions of some days by ten scores. */
export async function readScoreVolumes(
  db: Db,
  filter: ScoreFilter,
  range: DayRange,
  signal?: AbortSignal,
): Promise<ScoreVolume[]> {
  const { rows } = await sql<ScoreVolume>`
    select 0 as day, bin, outcome, sum(events)::int as events, sum(amount_usd)::float8 as cents
    from ${counted(filter, range)} group by bin, outcome`.execute(db, cancellable(signal))
  return rows
}

/**
 * Returns the volumes of the transactions with a score by day, apart by a cutoff.
 * @param bin the first one at or above the cutoff; it stands for those above it, -1 for those under it
 */
export async function readSplitVolumes(
  db: Db,
  filter: ScoreFilter,
  range: DayRange,
  bin: number,
  signal?: AbortSignal,
): Promise<ScoreVolume[]> {
  const { rows } = await sql<ScoreVolume>`
    select day, case when bin >= ${bin}::int then ${bin}::int else -1 end as bin, outcome, sum(events)::int as events,
      sum(amount_usd)::float8 as cents
    from ${counted(filter, range)} where bin >= 0 group by 1, 2, 3`.execute(db, cancellable(signal))
  return rows
}

/** The transactions of a filter by day, bin and outcome: from the sums where they are not filtered by attributes. */
function counted(filter: ScoreFilter, { from, to }: DayRange): RawBuilder<unknown> {
  const { environmentIds, eventType, scores, attributes } = filter
  const filtered = reportAttributes.filter(name => attributes[name].length > 0)
  const covered = sql`environment_id = any(${[...environmentIds]}::uuid[]) and event_type = ${eventType}
    and day >= ${from} and day < ${to}`
  if (filtered.length === 0)
    return sql`(select day, bin, outcome, events, amount_usd from report_score where ${covered} ${
      scores === null ? sql`` : sql`and bin between ${Math.floor(scores[0] / 10)} and ${Math.floor(scores[1] / 10)}`
    }) t`
  const conditions = filtered.map(name => sql`and ${attributeValue(name)} = any(${[...attributes[name]]}::text[])`)
  return sql`(select day, ${scoreBin} as bin, outcome, 1 as events, amount_usd from report_transaction where ${covered}
    ${scores === null ? sql`` : sql`and score between ${scores[0]} and ${scores[1]}`}
    ${sql.join(conditions, sql` `)}) t`
}
