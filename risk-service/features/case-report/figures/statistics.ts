import type { Durations, Kpi } from '../../../contract/cases/report/report-figures.ts'

/** Returns a ratio; null where nothing was counted, never 0. */
export const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** Returns count, mean, median and ninetieth percentile (by nearest rank) of durations. */
export function durationsOf(values: readonly number[]): Durations {
  const count = values.length
  if (count === 0) return { count, average: null, median: null, p90: null }
  const sorted = Float64Array.from(values).sort()
  const at = (index: number): number => sorted[index] as number
  let sum = 0
  for (const value of sorted) sum += value
  const half = count >> 1
  return {
    count,
    average: sum / count,
    median: count % 2 === 1 ? at(half) : (at(half - 1) + at(half)) / 2,
    p90: at(Math.ceil(count * 0.9) - 1),
  }
}

export const kpiOf = (value: number | null, previous: number | null, series: readonly (number | null)[]): Kpi => ({
  value,
  previous,
  change: value === null || previous === null ? null : ratio(value - previous, previous),
  series: [...series],
})

/** Counts rows by one of several names. */
export function countBy<Key extends string, Row>(
  keys: readonly Key[],
  rows: readonly Row[],
  keyOf: (row: Row) => Key | null,
): Record<Key, number> {
  const counts = Object.fromEntries(keys.map(key => [key, 0])) as Record<Key, number>
  for (const row of rows) {
    const key = keyOf(row)
    if (key !== null && key in counts) counts[key] += 1
  }
  return counts
}
