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
