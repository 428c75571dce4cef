import { extent } from '../plot/numbers.ts'
import { type ValueAxis, valueAxis } from '../plot/value-axis.ts'

/** The axes of columns and of the lines over them, with zero at the same height. */
export interface ScoreAxes {
  columns: ValueAxis
  lines: ValueAxis
}

/** Part of an axis that is below zero. */
const belowZero = ({ low, high }: ValueAxis): number => (high === low ? 0 : -low / (high - low))

/** Lengthens one end of an axis until so large a part of it is below zero; ticks stay as they are. */
function lengthened(axis: ValueAxis, part: number): ValueAxis {
  const own = belowZero(axis)
  if (own === part) return axis
  return own < part
    ? part === 1
      ? { ...axis, low: -Math.max(axis.high, 1), high: 0 }
      : { ...axis, low: (-part / (1 - part)) * axis.high }
    : { ...axis, high: (-axis.low * (1 - part)) / part }
}

/** Ticks of a part of an axis: about as many as an axis has. */
const partTicks = 4

/** Returns a part of an axis. @param part its ends, from 0 to 1 */
export function partOfAxis(axis: ValueAxis, [from, to]: readonly [number, number]): ValueAxis {
  if (from === 0 && to === 1) return axis
  const at = (part: number): number => axis.low + part * (axis.high - axis.low)
  return {
    ...axis,
    low: at(from),
    high: at(to),
    ticks: Array.from({ length: partTicks + 1 }, (_, n) => at(from + (n * (to - from)) / partTicks)),
  }
}

/** Axes that hold every value. @param whole whether the columns are counts */
export function scoreAxes(
  columns: readonly (number | null)[],
  lines: readonly (number | null)[],
  whole: boolean,
): ScoreAxes {
  const axisOf = (values: readonly (number | null)[], counts: boolean) => {
    const found = extent(values)
    return valueAxis(Math.min(0, found?.low ?? 0), Math.max(0, found?.high ?? 0), counts)
  }
  const axes = { columns: axisOf(columns, whole), lines: axisOf(lines, false) }
  const part = Math.max(belowZero(axes.columns), lines.length === 0 ? 0 : belowZero(axes.lines))
  return { columns: lengthened(axes.columns, part), lines: lengthened(axes.lines, part) }
}
