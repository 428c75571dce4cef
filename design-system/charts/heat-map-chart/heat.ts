import { extent, finiteOrNull } from '../plot/numbers.ts'

export const heatScales = ['value', 'magnitude'] as const
/**
 * `magnitude` colours by distance from zero: correlations of −0.8 and 0.8 are equally strong, and the printed sign
 * tells them apart.
 */
export type HeatScale = (typeof heatScales)[number]

const last = 7

/** The step of the ramp, 0 to 7. A single value, or equal values, get the lowest step: nothing stands out. */
export function heatStep(value: number, low: number, high: number): number {
  if (!(high > low)) return 0
  return Math.min(last, Math.max(0, Math.floor(((value - low) / (high - low)) * (last + 1))))
}

/** The two ends of the ramp for a matrix. */
export function heatDomain(
  values: readonly (readonly (number | null)[])[],
  scale: HeatScale,
): { low: number; high: number } {
  const found = extent(values.flat().map(finiteOrNull))
  if (!found) return { low: 0, high: 0 }
  return scale === 'magnitude' ? { low: 0, high: Math.max(Math.abs(found.low), Math.abs(found.high)) } : found
}

export type AxisOrder = 'given' | 'descending' | 'ascending'

export function nextOrder(order: AxisOrder): AxisOrder {
  return order === 'given' ? 'descending' : order === 'descending' ? 'ascending' : 'given'
}

/** Indexes sorted by their values; gaps last, equal values in the original order. */
export function orderBy(values: readonly (number | null | undefined)[], order: AxisOrder): number[] {
  const indexes = values.map((_, i) => i)
  if (order === 'given') return indexes
  const sign = order === 'ascending' ? 1 : -1
  return indexes.toSorted((a, b) => {
    const [left, right] = [finiteOrNull(values[a]), finiteOrNull(values[b])]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * (left - right)
  })
}

/**
 * Returns the width of the column of row names as CSS: room for the longest name, at least some, and at most a third of
 * the plot.
 * @param width of the plot in pixels
 * @param sortable the names have an icon
 */
export function labelWidth(rows: readonly { label: string }[], width: number, sortable: boolean): string {
  const longest = Math.max(0, ...rows.map(({ label }) => [...label].length))
  // In rem, the average width of a letter of this size.
  return `max(${width < 480 ? 4.5 : 6.5}rem, min(${(longest * 0.38 + (sortable ? 1.75 : 0.75)).toFixed(2)}rem, ${Math.round(width / 3)}px))`
}
