import { isValidTime } from './zone-clock.ts'

/** A larger number of missing buckets is a broken date, not a gap. */
const maxGap = 1000

/** Points in the order of time, with missing buckets inserted as gaps; points without a readable time are omitted. */
export function fillGaps<Point extends { time: number; values: Readonly<Record<string, number | null>> }>(
  points: readonly Point[],
): readonly (Point | { time: number; values: Record<string, never> })[] {
  const sorted = sortByTime(points)
  let step = Number.POSITIVE_INFINITY
  let longest = 0
  for (let i = 1; i < sorted.length; i++) {
    const distance = sorted[i]!.time - sorted[i - 1]!.time
    if (distance > 0 && distance < step) step = distance
    if (distance > longest) longest = distance
  }
  // Most data is complete: it is not copied.
  if (longest < 1.5 * step) return sorted
  return sorted.flatMap((point, i) => {
    const next = sorted[i + 1]
    // A day has 23 or 25 hours when clocks change: up to half a bucket more still counts as the next one.
    const lacking = next === undefined ? 0 : Math.round((next.time - point.time) / step) - 1
    if (lacking < 1 || lacking > maxGap) return [point]
    return [point, ...Array.from({ length: lacking }, (_, n) => ({ time: point.time + (n + 1) * step, values: {} }))]
  })
}

/** The points themselves when they are readable and in order. */
function sortByTime<Point extends { time: number }>(points: readonly Point[]): readonly Point[] {
  let before = Number.NEGATIVE_INFINITY
  for (const { time } of points) {
    if (!isValidTime(time) || time < before)
      return points.filter(point => isValidTime(point.time)).toSorted((a, b) => a.time - b.time)
    before = time
  }
  return points
}
