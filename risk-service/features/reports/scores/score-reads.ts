import { type RawBuilder, sql } from 'kysely'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import type { DayRange } from '../../case-report/figures/periods.ts'
import { scoreBinOf } from '../refresh/attribute-columns.ts'
import {
  inBins,
  isByScoreAlone,
  isCounted,
  isSummed,
  type OutcomeVolume,
  outcomeOf,
  type TransactionFilter,
  within,
} from '../summary/summary-reads.ts'

/** Transactions with the same outcome and score. `day` is 0 where days are added up. */
export interface ScoreVolume extends OutcomeVolume {
  /** Ten scores by their number; -1: without a score. */
  bin: number
}

/** Returns the volumes of the transactions of some days by ten scores. */
export async function readScoreVolumes(
  db: Db,
  filter: TransactionFilter,
  range: DayRange,
  signal?: AbortSignal,
): Promise<ScoreVolume[]> {
  const { rows } = await sql<ScoreVolume>`
    select 0 as day, bin, outcome, sum(events)::int as events, sum(amount_usd)::float8 as cents
    from ${scoredIn(filter, range)} group by bin, outcome`.execute(db, cancellable(signal))
  return rows
}

/**
 * Returns the volumes of the transactions with a score by day, apart by a cutoff.
 * @param bin the first one at or above the cutoff; it stands for those above it, -1 for those under it
 */
export async function readSplitVolumes(
  db: Db,
  filter: TransactionFilter,
  range: DayRange,
  bin: number,
  signal?: AbortSignal,
): Promise<ScoreVolume[]> {
  const { rows } = await sql<ScoreVolume>`
    select day, case when bin >= ${bin}::int then ${bin}::int else -1 end as bin, outcome, sum(events)::int as events,
      sum(amount_usd)::float8 as cents
    from ${scoredIn(filter, range)} where bin >= 0 group by 1, 2, 3`.execute(db, cancellable(signal))
  return rows
}

/** The transactions of a filter by day, bin and outcome: from their sums where only scores are filtered. */
function scoredIn(filter: TransactionFilter, range: DayRange): RawBuilder<unknown> {
  const covered = within(sql`day`, range)
  if (!isByScoreAlone(filter))
    return sql`(select day, ${scoreBinOf(filter.scoreType ?? 'risk')} as bin, ${outcomeOf(filter)} as outcome, 1 as events, amount_usd
      from report_transaction where ${isCounted(filter)} and ${covered}) t`
  return sql`(select day, bin, outcome, events, amount_usd from report_score
    where ${isSummed(filter)} and ${covered} and ${inBins(filter)}) t`
}
