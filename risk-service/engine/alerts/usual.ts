import type { WindowFigures, WindowSums } from './alert-series.ts'

/** What is usual for an hour of a weekday. */
export interface Usual {
  /** Median of the same windows of earlier weeks. */
  value: number
  /** Standard deviation between those weeks, by their median absolute deviation. */
  spread: number
  /** Weeks that were compared, and what they counted together. */
  weeks: number
  count: number
  of: number | null
}

/** Earlier weeks that are looked at, and the fewest that make something usual. */
export const usualWeeks = 8
const fewestUsualWeeks = 3

/** Median absolute deviation of a normal distribution, as a share of its standard deviation. */
const normalMad = 0.6745

/**
 * Returns what is usual for a window: the median of the same windows one to eight weeks before, which a single strange
 * week cannot move. Null where fewer than {@link fewestUsualWeeks} of them have a value.
 */
export function usualOf(sums: WindowSums, last: number, steps: number, stepsPerWeek: number): Usual | null {
  const windows = Array.from({ length: usualWeeks }, (_, week) => sums.window(last - (week + 1) * stepsPerWeek, steps))
  return usualOfWindows(
    windows.filter(window => window !== null),
    fewestUsualWeeks,
  )
}

/** Returns what is usual by the same window of several weeks; null where fewer than `fewest` of them have a value. */
export function usualOfWindows(windows: readonly WindowFigures[], fewest: number): Usual | null {
  const compared = windows.filter(({ value }) => value !== null)
  const values = compared.map(({ value }) => value ?? 0)
  if (values.length < fewest) return null
  const value = median(values)
  return {
    value,
    spread: median(values.map(each => Math.abs(each - value))) / normalMad,
    weeks: values.length,
    count: compared.reduce((sum, { count }) => sum + count, 0),
    of: compared.some(({ of }) => of !== null) ? compared.reduce((sum, { of }) => sum + (of ?? 0), 0) : null,
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
