/** Dates of cells: ISO 8601, and the other formats in which systems write them. Fast, since every cell is checked. */

/** A format beside ISO 8601 that a column may be read in. */
export type DateFormat =
  | 'day-month-year'
  | 'month-day-year'
  | 'year-month-day'
  | 'seconds-since-1970'
  | 'milliseconds-since-1970'

export const dateFormats: readonly DateFormat[] = [
  'day-month-year',
  'month-day-year',
  'year-month-day',
  'seconds-since-1970',
  'milliseconds-since-1970',
]

const monthDays = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
/** Whether there is such a day. */
export const isDay = (year: number, month: number, day: number): boolean =>
  month >= 1 &&
  month <= 12 &&
  day >= 1 &&
  day <= (monthDays[month] ?? 0) &&
  (month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)))

/** Returns the number of two digits; something above 99 if they are none. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48
  const ones = text.charCodeAt(at + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : 1000
}

const [dash, colon, letterT, letterZ, point, comma, plus] = [45, 58, 84, 90, 46, 44, 43]

/** Whether a cell is a date and time of ISO 8601 such as `2019-03-14T20:18:11.254Z`; the zone may be left out. */
export function isIsoDateTime(cell: string): boolean {
  const length = cell.length
  if (length < 16 || length > 40) return false
  if (cell.charCodeAt(4) !== dash || cell.charCodeAt(7) !== dash || cell.charCodeAt(10) !== letterT) return false
  const year = twoDigits(cell, 0) * 100 + twoDigits(cell, 2)
  if (year > 9999 || !isDay(year, twoDigits(cell, 5), twoDigits(cell, 8))) return false
  if (cell.charCodeAt(13) !== colon || twoDigits(cell, 11) > 23 || twoDigits(cell, 14) > 59) return false
  let at = 16
  if (cell.charCodeAt(at) === colon) {
    if (twoDigits(cell, 17) > 60) return false
    at = 19
    const mark = cell.charCodeAt(at)
    if (mark === point || mark === comma) {
      const from = ++at
      while (at < length && cell.charCodeAt(at) >= 48 && cell.charCodeAt(at) <= 57) at++
      if (at === from) return false
    }
  }
  if (at === length) return true
  const zone = cell.charCodeAt(at)
  if (zone === letterZ) return at + 1 === length
  if (zone !== plus && zone !== dash) return false
  if (twoDigits(cell, at + 1) > 18) return false
  if (at + 3 === length) return true
  const minutes = cell.charCodeAt(at + 3) === colon ? at + 4 : at + 3
  return twoDigits(cell, minutes) < 60 && minutes + 2 === length
}

const written =
  /^(\d{1,4})([/.\- ])(\d{1,2})\2(\d{4}|\d{1,2})(?:(?:T|,? +)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([AP])\.?M\.?)?)?(?: ?(Z|UTC|GMT|[+-]\d{2}:?\d{2}))?$/i

/** Returns the formats, beside ISO 8601, in which a cell is a date. */
export function dateFormatsOf(cell: string): DateFormat[] {
  if (/^\d{9,10}(\.\d+)?$/.test(cell)) return ['seconds-since-1970']
  if (/^\d{12,13}$/.test(cell)) return ['milliseconds-since-1970']
  return dateFormats.filter(format => timeOf(cell, format) !== null)
}

/** Returns the time of a cell in one of those formats, without a zone in UTC; null for another cell. */
export function timeOf(cell: string, format: DateFormat): number | null {
  if (format === 'seconds-since-1970') return /^\d{9,10}(\.\d+)?$/.test(cell) ? Number(cell) * 1000 : null
  if (format === 'milliseconds-since-1970') return /^\d{12,13}$/.test(cell) ? Number(cell) : null
  const parts = written.exec(cell)
  if (!parts) return null
  const [
    ,
    first = '',
    ,
    second = '',
    third = '',
    hours = '0',
    minutes = '0',
    seconds = '0',
    fraction = '',
    half,
    zone,
  ] = parts
  const isYearFirst = first.length === 4
  if (first.length === 3 || isYearFirst !== (format === 'year-month-day')) return null
  if (isYearFirst && third.length === 4) return null
  const year = isYearFirst ? Number(first) : fullYear(third)
  const [month, day] = format === 'month-day-year' ? [first, second] : isYearFirst ? [second, third] : [second, first]
  if (!isDay(year, Number(month), Number(day))) return null
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 60) return null
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return null
  const milliseconds = Math.floor(Number(`0.${fraction || '0'}`) * 1000)
  const time = Date.UTC(year, Number(month) - 1, Number(day), hour, Number(minutes), Number(seconds), milliseconds)
  return time - offsetOf(zone)
}

/** A year of two digits is of this century up to 69, as POSIX reads it. */
const fullYear = (text: string): number =>
  text.length === 4 ? Number(text) : Number(text) + (Number(text) < 69 ? 2000 : 1900)

function offsetOf(zone: string | undefined): number {
  const parts = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '')
  if (!parts) return 0
  const minutes = Number(parts[2]) * 60 + Number(parts[3])
  return (parts[1] === '-' ? -minutes : minutes) * 60_000
}
