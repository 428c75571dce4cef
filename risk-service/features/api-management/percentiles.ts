import { latencyBounds } from '../../contract/common/latency-bands.ts'
import type { LatencyPercentiles } from '../../contract/integration/api-management.ts'

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
