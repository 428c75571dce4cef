import { dateFormat, safeZone } from '../../lib/format/parts.ts'

const dayMs = 86_400_000

/** Largest distance from 1970 of a moment that can be written as a date, in milliseconds. */
const latest = 8.64e15

/** Whether a moment can be formatted: false for an invalid date. */
export const isValidTime = (time: number): boolean => Number.isFinite(time) && Math.abs(time) <= latest

const clocks = new Map<string, (time: number) => number>()

/**
 * The wall clock of a zone: a moment as if it were in UTC, so that the UTC methods of `Date` and integer divisions give
 * its minute, hour and day. Formatting costs microseconds per moment, too much for 50,000: the offset from UTC is read
 * twice for each day, and moment by moment only on a day on which clocks change.
 */
export function zoneClock(timeZone: string): (time: number) => number {
  const zone = safeZone(timeZone)
  const cached = clocks.get(zone)
  if (cached) return cached
  const format = dateFormat('en-US', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
    timeZone: zone,
  })
  const readOffset = (time: number) => {
    if (!isValidTime(time)) return 0
    const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
    for (const { type, value } of format.formatToParts(time)) part[type] = Number(value)
    const wall = new Date(0)
    wall.setUTCFullYear(part.year ?? 0, (part.month ?? 1) - 1, part.day ?? 1)
    wall.setUTCHours(part.hour ?? 0, part.minute ?? 0, part.second ?? 0)
    return wall.getTime() - Math.floor(time / 1000) * 1000
  }
  const days = new Map<number, number | null>()
  // Times arrive in order: mostly the day is that of the call before.
  let [lastDay, lastOffset]: [number, number | null] = [Number.NaN, null]
  const clock = (time: number) => {
    const day = Math.floor(time / dayMs)
    if (day !== lastDay) {
      let offset = days.get(day)
      if (offset === undefined) {
        const [start, end] = [readOffset(day * dayMs), readOffset((day + 1) * dayMs)]
        offset = start === end ? start : null
        days.set(day, offset)
      }
      lastDay = day
      lastOffset = offset
    }
    return time + (lastOffset ?? readOffset(time))
  }
  clocks.set(zone, zone === 'UTC' ? time => time : clock)
  return clocks.get(zone)!
}

/** The wall clock at each of many moments. */
export function wallTimes(times: ArrayLike<number>, timeZone: string): Float64Array {
  const clock = zoneClock(timeZone)
  const walls = new Float64Array(times.length)
  for (let i = 0; i < times.length; i++) walls[i] = clock(times[i]!)
  return walls
}
