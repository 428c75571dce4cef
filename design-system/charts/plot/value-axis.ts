import type { Digits } from '../../lib/format/index.ts'
/**
 * Round values for the axis of a chart that starts at zero: up to four, without the zero line itself. The last one is
 * not below the highest value, so that every bar can be read against a line above it.
 */
export function valueTicks(most: number, wholeOnly: boolean): { ticks: number[]; top: number } {
  if (!(most > 0)) return { ticks: [1], top: 1 }
  // Nine is the only small count whose next round step leaves a single line.
  const step = wholeOnly && most === 9 ? 3 : niceStep(most, 4, wholeOnly)
  const ticks: number[] = []
  // Multiplication is exact for 0.3; a sum would yield 0.30000000000000004.
  for (let i = 1; (i - 1) * step < most * 0.999; i++) {
    const tick = Number((i * step).toPrecision(12))
    // Beyond the largest number there is no tick.
    if (Number.isFinite(tick)) ticks.push(tick)
  }
  return { ticks, top: Math.max(most, ticks.at(-1) ?? step) }
}

/**
 * Round values for a second axis that shares the grid lines of the first: as many of them, the last not below the
 * highest value.
 */
export function sharedTicks(most: number, lines: number, wholeOnly: boolean): number[] {
  const step = most > 0 ? niceStep(most / 0.999, lines, wholeOnly) : 1
  return Array.from({ length: lines }, (_, i) => Number(((i + 1) * step).toPrecision(12)))
}

function niceStep(span: number, parts: number, wholeOnly: boolean): number {
  const rough = span / parts
  const power = 10 ** Math.floor(Math.log10(rough))
  // Below the smallest number a power of ten underflows to zero: the span itself is the step then.
  if (!(power > 0)) return span
  return (
    [1, 2, 2.5, 5, 10]
      .map(n => n * power)
      .find(size => size >= rough * 0.999 && (!wholeOnly || Number.isInteger(size))) ?? Math.max(1, Math.ceil(rough))
  )
}

export interface ValueAxis {
  /** Round values with a grid line; includes zero only where the axis does not end there. */
  ticks: number[]
  low: number
  high: number
}

/**
 * The value axis of any chart: zero is always on it, values below zero get ticks of the same step, and no value lies
 * beyond the first or last tick.
 */
export function valueAxis(low: number, high: number, wholeOnly: boolean): ValueAxis {
  if (!(low < 0)) {
    const { ticks, top } = valueTicks(high, wholeOnly)
    return { ticks, low: 0, high: top }
  }
  const top = Math.max(high, 0)
  const step = niceStep(Math.max(top - low, Number.MIN_VALUE), 4, wholeOnly)
  const ticks: number[] = []
  for (let i = Math.floor(low / step + 1e-3); (i - 1) * step < top - step * 1e-3; i++) {
    const tick = Number((i * step).toPrecision(12)) + 0
    if (Number.isFinite(tick)) ticks.push(tick)
  }
  return { ticks, low: Math.min(low, ticks[0] ?? low), high: Math.max(top, ticks.at(-1) ?? top) }
}

/** Maps a value to a position between two pixels. With an empty span it is the middle. */
export function scaleToPixels(
  value: number,
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
): number {
  return high === low ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from)
}

/** Evenly thinned indexes: at most `most`, always with the first. */
export function thinIndexes(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, most)))
  return Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step)
}

/** Returns how many digits percentages of ticks need: none where all are whole. */
export const percentDigits = (ticks: readonly number[]): Digits =>
  ticks.every(tick => Math.abs(tick * 100 - Math.round(tick * 100)) < 1e-6) ? 0 : 2
