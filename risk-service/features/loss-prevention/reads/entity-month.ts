import {
  type LossEntityMonth,
  type LossLevel,
  type LossReason,
  type LossReasonValue,
  lossReasons,
} from '../../../contract/index.ts'
import { reasonInterval } from '../report/reason-verdict.ts'
import type { MonthRow } from './report-reads.ts'

/** Returns a month of somebody as the page shows it: with intervals, and with what was cleared in the month before. */
export function entityMonthOf(
  row: MonthRow,
  { cut, damped }: { cut: boolean; damped: (reason: LossReason) => boolean },
): LossEntityMonth {
  const reasons = lossReasons.map((reason): [LossReason, LossReasonValue] => {
    const stored = row.reasons[reason]
    const counted = {
      value: stored?.value ?? 0,
      count: stored?.count ?? 0,
      size: stored?.size ?? 0,
      percentile: stored?.percentile ?? 0,
    }
    return [
      reason,
      {
        value: counted.value,
        ...reasonInterval(reason, counted),
        size: Math.round(counted.size),
        percentile: counted.percentile,
        population: stored?.population ?? 0,
        peers: stored?.peers ?? null,
        level: (stored?.level ?? 'usual') as LossLevel,
        damped: damped(reason),
      },
    ]
  })
  return {
    month: row.month,
    cut,
    score: row.score,
    plainScore: row.plain_score,
    populationScore: row.population_score,
    peerScore: row.peer_score,
    peerGroup: row.peer_group as LossEntityMonth['peerGroup'],
    peerCount: row.peer_count,
    transactions: row.transactions,
    reasons: Object.fromEntries(reasons) as Record<LossReason, LossReasonValue>,
  }
}
