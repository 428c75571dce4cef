import { instantOf, type ReportRecord } from '../records/report-record.ts'
import { rateOf } from '../volumes/volume.ts'

/** Steps and bars of the time scales. */
export const timescales = {
  '1h': { stepMinutes: 1, barCount: 60 },
  '48h': { stepMinutes: 15, barCount: 192 },
  '8d': { stepMinutes: 60, barCount: 192 },
} as const
export type Timescale = keyof typeof timescales

/** Writes an instant without its milliseconds, which are 0 at the start of a step. */
const timeText = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z')

/** Counts transactions in steps of the clock of UTC; the last step contains `now` and is not final. */
export function monitorBarsOf(records: readonly ReportRecord[], now: string, timescale: Timescale) {
  const { stepMinutes, barCount } = timescales[timescale]
  const step = stepMinutes * 60_000
  const end = instantOf(now)
  const last = Math.floor(end / step) * step
  const windowStart = last - (barCount - 1) * step
  const counts = new Map<number, number>([[last, 0]])
  const inside = records.filter(({ time }) => instantOf(time) >= windowStart && instantOf(time) <= end)
  for (const { time } of inside) {
    const start = Math.floor(instantOf(time) / step) * step
    counts.set(start, (counts.get(start) ?? 0) + 1)
  }
  const share = (decision: string): number | null =>
    rateOf(inside.filter(record => record.decision === decision).length, inside.length)
  return {
    windowStart: timeText(windowStart),
    stepMinutes,
    barCount,
    kpis: {
      transactionVolume: inside.length,
      ruleApprovedRate: share('Approve'),
      ruleRejectedRate: share('Reject'),
      manualReviewRate: share('Review'),
      ruleChallengedRate: share('Challenge'),
    },
    bars: [...counts]
      .sort(([left], [right]) => left - right)
      .map(([start, volume]) => ({ start: timeText(start), volume, partial: start === last })),
  }
}
