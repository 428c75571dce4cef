import { isRatioReason, type LossLevel, type LossReason, lossLimits } from '../../../contract/index.ts'
import { shareInterval } from '../../../engine/contrast/intervals.ts'

/** What was counted of a reason, and its place among all. */
export interface CountedReason {
  value: number
  count: number
  size: number
  percentile: number
}
interface Interval {
  /** Null: there is nothing to count. */
  low: number | null
  /** Null: no upper limit, either. */
  high: number | null
}

/**
 * Returns the interval of the value of a reason (95 %). It is that of the share which the count is of what it was
 * counted from, expressed as the value is: a share p is the ratio p ÷ (1 − p).
 */
export function reasonInterval(reason: LossReason, { count, size }: CountedReason): Interval {
  if (size <= 0) return { low: null, high: null }
  const { low, high } = shareInterval(count, size)
  if (!isRatioReason(reason)) return { low: low * size, high: high * size }
  const ratioOf = (share: number): number | null => (share >= 1 ? null : share / (1 - share))
  return { low: ratioOf(low) ?? null, high: ratioOf(high) }
}

/**
 * Says what a value among the highest is worth. It is high only where the interval begins above the average of all, and
 * above that of those with the same work; a few transactions say nothing.
 * @param peers the average of the peers; null: too few of them
 */
export function levelOf(
  reason: LossReason,
  counted: CountedReason,
  { population, peers }: { population: number; peers: number | null },
): LossLevel {
  if (counted.percentile < lossLimits.highPercentile || counted.value <= population) return 'usual'
  const { low } = reasonInterval(reason, counted)
  if (counted.size < lossLimits.fewest || low === null || low <= population) return 'uncertain'
  return peers !== null && low <= peers ? 'likePeers' : 'high'
}
