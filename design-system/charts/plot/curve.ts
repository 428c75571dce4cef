import { clamp, finiteOrNull } from './numbers.ts'

export interface CurvePoint {
  /** False positive rate, or recall: 0 to 1. */
  x: number
  /** True positive rate, or precision: 0 to 1. */
  y: number
  /** The cut-off of this point. */
  threshold: number
}

export const curveKinds = ['roc', 'precision-recall'] as const
export type CurveKind = (typeof curveKinds)[number]

/** Points along the x axis, inside 0 to 1; points that cannot be drawn are omitted. */
export function curvePoints(points: readonly CurvePoint[], kind: CurveKind): CurvePoint[] {
  const rising = kind === 'roc' ? 1 : -1
  return points
    .filter(point => [point.x, point.y, point.threshold].every(value => finiteOrNull(value) !== null))
    .map(point => ({ ...point, x: clamp(point.x, 0, 1), y: clamp(point.y, 0, 1) }))
    .toSorted((a, b) => a.x - b.x || rising * (a.y - b.y))
}

/**
 * Area under the curve. ROC: trapezoids, with the corners (0,0) and (1,1) that every curve ends in. Precision–recall:
 * average precision (each gain in recall times the precision there), because straight lines between its points
 * overestimate it.
 */
export function areaUnder(points: readonly CurvePoint[], kind: CurveKind): number | null {
  const sorted = curvePoints(points, kind)
  if (sorted.length === 0) return null
  if (kind === 'precision-recall') {
    let before = 0
    return sorted.reduce((area, { x, y }) => {
      const gain = x - before
      before = x
      return area + gain * y
    }, 0)
  }
  const path = [{ x: 0, y: 0 }, ...sorted, { x: 1, y: 1 }]
  return path.slice(1).reduce((area, { x, y }, i) => area + ((x - path[i]!.x) * (y + path[i]!.y)) / 2, 0)
}

/** Index of the nearest of values in any order; the first of equals, -1 for an empty list. */
export const nearestValue = (values: readonly number[], wanted: number): number =>
  values.reduce(
    (best, value, index) => (best < 0 || Math.abs(value - wanted) < Math.abs(values[best]! - wanted) ? index : best),
    -1,
  )

/** Index of the nearest of rising values; the first of equals, -1 for an empty list. */
export function nearestPoint(values: ArrayLike<number>, wanted: number): number {
  // The first value that is not below, by halving: pointers move over 50,000 points.
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! < wanted) low = middle + 1
    else high = middle
  }
  if (low === 0) return values.length === 0 ? -1 : 0
  const before = values[low - 1]!
  if (low < values.length && values[low]! - wanted < wanted - before) return low
  let first = low - 1
  while (first > 0 && values[first - 1] === before) first--
  return first
}

/** The nearest point, and all in the same pixel: where there are many, the one at the pointer's height is meant. */
export function pointsInPixel(offsets: ArrayLike<number>, wanted: number): number[] {
  const nearest = nearestPoint(offsets, wanted)
  if (nearest < 0) return []
  const found = [nearest]
  for (let i = nearest - 1; i >= 0 && offsets[i]! > wanted - 0.5; i--) found.push(i)
  for (let i = nearest + 1; i < offsets.length && offsets[i]! < wanted + 0.5; i++) found.push(i)
  return found
}
