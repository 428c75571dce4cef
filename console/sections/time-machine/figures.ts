import type { HistoryBlock, HistoryOutcomes, HistoryTotals } from '@assay/risk-service/contract'

const none: HistoryTotals = { events: 0, amountUsd: 0 }
export const sumOf = (...totals: readonly HistoryTotals[]): HistoryTotals =>
  totals.reduce((sum, each) => ({ events: sum.events + each.events, amountUsd: sum.amountUsd + each.amountUsd }), none)

/** Returns all events with a verdict. */
export const totalOf = (outcomes: HistoryOutcomes, verdict: keyof HistoryOutcomes): HistoryTotals =>
  sumOf(...Object.values(outcomes[verdict]))

/** Returns the figures of a block of the page. */
export function blockTotals({ fraud, good, unknown }: HistoryOutcomes, block: HistoryBlock): HistoryTotals {
  if (block === 'stopped') return fraud.Reject
  if (block === 'missed') return fraud.Approve
  if (block === 'wronglyStopped') return good.Reject
  return sumOf(...[fraud, good, unknown].flatMap(({ Review, Challenge }) => [Review, Challenge]))
}

export const usd = (cents: number): number => cents / 100
