import { latencyBounds } from '../../contract/common/latency-bands.ts'
import type { LatencyOverTime, LatencyPercentiles, LatencyRange } from '../../contract/integration/api-management.ts'
import type { StepBandSum, StepSum } from './store.ts'

/**
 * Estimates percentiles of latencies from counts of bands: calls of a band are taken as evenly spread between its
 * bounds. The last band ends with the longest call.
 * @returns null without calls
 */
export function percentilesOf(bands: readonly number[], longestMs: number): LatencyPercentiles | null {
  const calls = bands.reduce((sum, count) => sum + count, 0)
  if (calls === 0) return null
  const at = (share: number): number => {
    let remaining = share * calls
    for (const [band, count] of bands.entries()) {
      if (count === 0) continue
      if (remaining > count) {
        remaining -= count
        continue
      }
      const lower = band === 0 ? 0 : (latencyBounds[band - 1] ?? 0)
      const upper = Math.max(lower, Math.min(latencyBounds[band] ?? longestMs, longestMs))
      return lower + ((upper - lower) * remaining) / count
    }
    return longestMs
  }
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** Estimates the percentiles of each step of a chart; null for those without calls. */
export function latencyOverTime(
  bandSums: readonly StepBandSum[],
  stepSums: readonly Pick<StepSum, 'step' | 'longestMs'>[],
  steps: number,
): LatencyOverTime {
  const bands = Map.groupBy(bandSums, ({ step }) => step)
  const longest = new Map<number, number>()
  for (const { step, longestMs } of stepSums) longest.set(step, Math.max(longest.get(step) ?? 0, longestMs))
  const all = Array.from({ length: steps }, (_, step) => {
    const counts = new Array<number>(latencyBounds.length + 1).fill(0)
    for (const { band, calls } of bands.get(step) ?? []) counts[band] = calls
    return percentilesOf(counts, longest.get(step) ?? 0)
  })
  const of = (share: keyof LatencyPercentiles) => all.map(each => (each === null ? null : round(each[share])))
  return { p50: of('p50'), p95: of('p95'), p99: of('p99') }
}

/** Returns the calls of each band, from the first to the last that has some. */
export function spreadOf(bands: readonly number[]): LatencyRange[] {
  const ranges = bands.map((calls, band) => ({
    from: band === 0 ? 0 : (latencyBounds[band - 1] ?? 0),
    to: latencyBounds[band] ?? null,
    calls,
  }))
  const isUsed = ({ calls }: LatencyRange): boolean => calls > 0
  return ranges.slice(Math.max(0, ranges.findIndex(isUsed)), ranges.findLastIndex(isUsed) + 1)
}

/** A tenth of a millisecond is finer than what is estimated. */
const round = (milliseconds: number): number => Math.round(milliseconds * 10) / 10
