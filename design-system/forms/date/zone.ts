import { dateFormat, dateParts, isTimeZone, safeZone } from '../../lib/format/parts.ts'

/** Wall-clock time with its date: month 1 to 12. */
export interface WallTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

const dayLength = 86_400_000

/** `Date.UTC` maps years below 100 to the last century. */
function utc({ year, month, day, hour, minute, second }: WallTime): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second, 0)
  return date.getTime()
}

/** The wall-clock time of a zone at an instant. */
export function wallTime(instant: number, zone: string): WallTime {
  const format = dateFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: safeZone(zone),
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const piece = dateParts(format, new Date(instant))
  const year = Number(piece.year)
  return {
    year: piece.era === 'BC' ? 1 - year : year,
    month: Number(piece.month),
    day: Number(piece.day),
    hour: Number(piece.hour),
    minute: Number(piece.minute),
    second: Number(piece.second),
  }
}

/** The offset of the zone from UTC at an instant, in milliseconds. */
export function offsetAt(instant: number, zone: string): number {
  const whole = Math.floor(instant / 1000) * 1000
  return utc(wallTime(whole, zone)) - whole
}

/**
 * The instant of a wall-clock time in the zone. When clocks go back the time occurs twice: the first one is returned.
 * When they go forward it does not occur: it is read on the unchanged clock, which is an hour later on the new one.
 */
export function instantOf(wall: WallTime, zone: string): number {
  const guess = utc(wall)
  const before = offsetAt(guess - dayLength, zone)
  const after = offsetAt(guess + dayLength, zone)
  const fitting = [before, after].filter(offset => offsetAt(guess - offset, zone) === offset)
  return fitting.length > 0 ? Math.min(...fitting.map(offset => guess - offset)) : guess - before
}

const two = (value: number) => String(value).padStart(2, '0')

/** A day as `2026-11-21`. */
export const dayOf = ({ year, month, day }: Pick<WallTime, 'year' | 'month' | 'day'>): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`

/** The day of a zone at an instant. */
export const dayAt = (instant: number, zone: string): string => dayOf(wallTime(instant, zone))

/** Year, month and day of `2026-11-21`; nothing for a day that does not exist. */
export function parseDay(text: string): Pick<WallTime, 'year' | 'month' | 'day'> | undefined {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!found) return undefined
  const day = { year: Number(found[1]), month: Number(found[2]), day: Number(found[3]) }
  const date = new Date(utc({ ...day, hour: 0, minute: 0, second: 0 }))
  return date.getUTCMonth() + 1 === day.month && date.getUTCDate() === day.day ? day : undefined
}

/** The day some days later or earlier; days have no time, so a change of clocks has no effect. */
export function shiftDay(day: string, days: number): string {
  const read = parseDay(day)
  if (!read) return day
  const date = new Date(utc({ ...read, hour: 0, minute: 0, second: 0 }) + days * dayLength)
  return dayOf({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() })
}

/** Number of whole days from the first to the second. */
export function daysBetween(first: string, second: string): number {
  const [a, b] = [parseDay(first), parseDay(second)]
  if (!a || !b) return 0
  const clock = { hour: 0, minute: 0, second: 0 }
  return Math.round((utc({ ...b, ...clock }) - utc({ ...a, ...clock })) / dayLength)
}

/** The instant at which a day begins in a zone. */
export function startOfDay(day: string, zone: string): number | undefined {
  const read = parseDay(day)
  return read && instantOf({ ...read, hour: 0, minute: 0, second: 0 }, zone)
}

/** Name of the offset, such as "GMT+1", in the language of the reader. */
export function offsetName(zone: string, instant: number, locale: string): string {
  if (!isTimeZone(zone)) return ''
  return (
    dateParts(dateFormat(locale, { timeZone: zone, timeZoneName: 'shortOffset' }), new Date(instant)).timeZoneName ?? ''
  )
}

/** First day of the week in calendars, 0 for Sunday: Sunday in the United States and Brazil, Monday elsewhere. */
export function weekStart(locale: string): 0 | 1 {
  const { language, region } = new Intl.Locale(locale).maximize()
  return region === 'US' || (language === 'pt' && region === 'BR') ? 0 : 1
}
