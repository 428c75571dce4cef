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

/** A difference of more than this share of the range between the first and the last third is a trend. */
const trendThreshold = 0.15

/** The average of so many values from an index on; gaps are skipped. */
function meanFrom(values: ArrayLike<number | null>, start: number, by: 1 | -1, count: number): number {
  let [sum, found] = [0, 0]
  for (let i = start; found < count; i += by) {
    const value = finiteOrNull(values[i])
    if (value === null) continue
    sum += value
    found++
  }
  return sum / count
}

/** The averages of the first and of the last third of so many values, and the size of a third. */
function outerThirds(values: ArrayLike<number | null>, count: number): { first: number; last: number; count: number } {
  const third = Math.max(1, Math.floor(count / 3))
  return {
    first: meanFrom(values, 0, 1, third),
    last: meanFrom(values, values.length - 1, -1, third),
    count: third,
  }
}

/** The averages of the first and of the last third of the values that are no gaps; zero without a value. */
export function outerMeans(values: ArrayLike<number | null>): { first: number; last: number; count: number } {
  let count = 0
  for (let i = 0; i < values.length; i++) if (finiteOrNull(values[i]) !== null) count++
  return count === 0 ? { first: 0, last: 0, count: 0 } : outerThirds(values, count)
}

/**
 * The facts of a one-sentence summary of a series: range, extremes, and whether the last third lies above the first.
 * Values that are no finite numbers are gaps.
 */
export function summariseSeries(values: ArrayLike<number | null>): SeriesSummary | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let [lowAt, highAt, count] = [-1, -1, 0]
  for (let i = 0; i < values.length; i++) {
    const value = finiteOrNull(values[i])
    if (value === null) continue
    count++
    if (value < low) [low, lowAt] = [value, i]
    if (value > high) [high, highAt] = [value, i]
  }
  if (count === 0) return null
  const { first, last } = outerThirds(values, count)
  const change = count < 2 ? 0 : last - first
  const span = high - low
  const trend: Trend =
    span === 0 || Math.abs(change) <= span * trendThreshold ? 'steady' : change > 0 ? 'rising' : 'falling'
  return { low, high, lowAt, highAt, trend }
}
