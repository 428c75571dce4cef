export const buckets = ['minute', 'hour', 'day', 'week', 'month'] as const
export type Bucket = (typeof buckets)[number]
export type TimeUnit = Bucket | 'year'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Approximate length of a unit: exact up to a week. */
export const unitLengths: Record<TimeUnit, number> = {
  minute: minuteMs,
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
  month: 30.44 * dayMs,
  year: 365.25 * dayMs,
}

/** A distance on the axis that readers count in. */
export interface TimeStep {
  unit: TimeUnit
  count: number
}

const steps: readonly TimeStep[] = (
  [
    ['minute', [1, 2, 5, 10, 15, 30]],
    ['hour', [1, 2, 3, 6, 12]],
    ['day', [1, 2, 3, 4]],
    ['week', [1, 2]],
    ['month', [1, 2, 3, 6]],
    ['year', [1, 2, 5, 10, 20, 50, 100, 1000]],
  ] as const
).flatMap(([unit, counts]) => counts.map(count => ({ unit, count })))

/** January 5, 1970, was the first Monday. */
const firstMonday = 4 * dayMs

/** Begin and end of the period of a step that a moment of a wall clock lies in. */
function periodAround(wall: number, { unit, count }: TimeStep, origin: number): readonly [number, number] {
  if (unit === 'month' || unit === 'year') {
    const date = new Date(wall)
    const months = unit === 'year' ? 12 * count : count
    const first = Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / months) * months
    return [new Date(0).setUTCFullYear(0, first, 1), new Date(0).setUTCFullYear(0, first + months, 1)]
  }
  const size = unitLengths[unit] * count
  const begin = origin + Math.floor((wall - origin) / size) * size
  return [begin, begin + size]
}

/** Days in pairs and threes have no beginning in the calendar: they are counted from the first whole day. */
function originOf(walls: ArrayLike<number>, { unit, count }: TimeStep, bucket: Bucket): number {
  if (unit === 'week') return firstMonday
  if (unit !== 'day' || count === 1) return 0
  const first = Math.floor((walls[0] ?? 0) / dayMs) * dayMs
  return (walls[0] ?? 0) - first < unitLengths[bucket] ? first : first + dayMs
}

/** Periods of a step in a list of buckets: the index of the first bucket of each. */
interface Periods {
  step: TimeStep
  starts: number[]
  /** Whether the first bucket is the beginning of its period, or the period began before. */
  complete: boolean
}

/** Divides buckets, given by the wall clock of their starts, into periods of a step. */
function dividePeriods(walls: ArrayLike<number>, step: TimeStep, bucket: Bucket): Periods {
  const origin = originOf(walls, step, bucket)
  const starts: number[] = []
  // The calendar is read once for each period, not for each of 50,000 buckets.
  let [begin, end] = [Number.NaN, Number.NaN]
  for (let i = 0; i < walls.length; i++) {
    const wall = walls[i]!
    if (wall >= begin && wall < end) continue
    starts.push(i)
    ;[begin, end] = periodAround(wall, step, origin)
  }
  const age = walls.length > 0 ? walls[0]! - periodAround(walls[0]!, step, origin)[0] : 0
  return { step, starts, complete: age < unitLengths[bucket] }
}

/** The finest periods of which there are at most so many; never finer than the buckets. */
export function finestPeriods(walls: ArrayLike<number>, bucket: Bucket, most: number): Periods {
  // Steps of which there are certainly more are not tried out: 50,000 minutes are too many for hours.
  const span = Math.min(walls.length > 1 ? walls[walls.length - 1]! - walls[0]! : 0, walls.length * unitLengths[bucket])
  const usable = steps.slice(steps.findIndex(({ unit }) => unit === bucket))
  for (const step of usable) {
    if (span / (unitLengths[step.unit] * step.count) > most + 1) continue
    const periods = dividePeriods(walls, step, bucket)
    if (periods.starts.length <= most) return periods
  }
  const last = dividePeriods(walls, steps.at(-1)!, bucket)
  const stride = Math.ceil(last.starts.length / Math.max(1, most))
  return { ...last, starts: last.starts.filter((_, i) => i % stride === 0) }
}
