import { finiteOrNull } from './numbers.ts'

type Trend = 'rising' | 'falling' | 'steady'

export interface SeriesSummary {
  low: number
  high: number
  /** Index of the first lowest and first highest value. */
  lowAt: number
  highAt: number
  trend: Trend
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** A difference of more than this share of the range between the first and the last third is a trend. */
const trendThreshold = 0.15

/**
 * The facts of a one-sentence summary of a series: range, extremes, and whether the last third lies above the first.
 */
export function summariseSeries(values: readonly unknown[]): SeriesSummary | null {
  const numbers = values.map(finiteOrNull)
  const found = numbers.flatMap((value, i) => (value === null ? [] : [{ value, i }]))
  const first = found[0]
  if (!first) return null
  let [low, high] = [first, first]
  for (const entry of found) {
    if (entry.value < low.value) low = entry
    if (entry.value > high.value) high = entry
  }
  const third = Math.max(1, Math.floor(found.length / 3))
  const change =
    found.length < 2
      ? 0
      : mean(found.slice(-third).map(entry => entry.value)) - mean(found.slice(0, third).map(entry => entry.value))
  const span = high.value - low.value
  const trend: Trend =
    span === 0 || Math.abs(change) <= span * trendThreshold ? 'steady' : change > 0 ? 'rising' : 'falling'
  return { low: low.value, high: high.value, lowAt: low.i, highAt: high.i, trend }
}
