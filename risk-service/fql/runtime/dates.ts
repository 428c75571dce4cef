import { fail } from './evaluation-error.ts'

/** Instants are milliseconds since 1970 (UTC); spans are milliseconds. */
export const minDate = Date.UTC(2001, 0, 1) - 730_485 * 86_400_000
const maxDate = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
const day = 86_400_000
/** Greatest offset of a zone from UTC. */
const maxOffset = 14 * 3_600_000

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
export const daysInMonth = (year: number, month: number): number =>
  month === 2 ? (isLeapYear(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

/** Returns undefined for an impossible date. Months are 1-12. */
function fromParts(
  year: number,
  month: number,
  date: number,
  hour = 0,
  minute = 0,
  second = 0,
  ms = 0,
): number | undefined {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || date < 1 || date > daysInMonth(year, month))
    return undefined
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const value = new Date(Date.UTC(2000, month - 1, 1, hour, minute, second, ms))
  value.setUTCFullYear(year, month - 1, date)
  return value.getTime()
}

const isoDate =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i
const slashDate = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?(?:\s*(AM|PM))?$/i
const monthNameDate = /^([A-Za-z]{3,9})\s+(\d{1,2})\s+(\d{4})(?:\s+(\d{1,2}):(\d{2}))?(?:\s*(AM|PM))?$/i

function hourOf(text: string | undefined, half: string | undefined): number {
  const hour = Number(text ?? 0)
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return 99
  return (hour % 12) + (half.toUpperCase() === 'PM' ? 12 : 0)
}

/** Parses a date in the accepted forms; undefined when unreadable. */
export function parseDate(source: string): number | undefined {
  const text = source.trim()
  const a = isoDate.exec(text)
  if (a !== null) {
    const value = fromParts(
      Number(a[1]),
      Number(a[2]),
      Number(a[3]),
      Number(a[4] ?? 0),
      Number(a[5] ?? 0),
      Number(a[6] ?? 0),
      Number((a[7] ?? '').padEnd(3, '0').slice(0, 3)),
    )
    const zone = a[8]
    if (value === undefined || zone === undefined || zone.toUpperCase() === 'Z') return value
    const minutes = zone.length > 3 ? Number(zone.slice(-2)) : 0
    const offset = (Number(zone.slice(1, 3)) * 60 + minutes) * 60_000
    if (minutes > 59 || offset > maxOffset) return undefined
    const moved = zone.startsWith('-') ? value + offset : value - offset
    return moved < minDate || moved > maxDate ? undefined : moved
  }
  const b = slashDate.exec(text)
  if (b !== null)
    return fromParts(Number(b[3]), Number(b[1]), Number(b[2]), hourOf(b[4], b[7]), Number(b[5] ?? 0), Number(b[6] ?? 0))
  const c = monthNameDate.exec(text.replace(/,/g, ' ').replace(/\s+/g, ' '))
  if (c === null) return undefined
  const name = (c[1] ?? '').toLowerCase()
  const month = months.findIndex(full => full.toLowerCase() === name || full.slice(0, 3).toLowerCase() === name)
  return month === -1
    ? undefined
    : fromParts(Number(c[3]), month + 1, Number(c[2]), hourOf(c[4], c[6]), Number(c[5] ?? 0))
}

export const dateText = (value: number): string => new Date(value).toISOString()

export function spanText(value: number): string {
  const rest = Math.abs(value)
  const two = (n: number): string => String(Math.trunc(n)).padStart(2, '0')
  const whole = Math.trunc(rest / day)
  const ms = Math.trunc(rest % 1000)
  return `${value < 0 ? '-' : ''}${whole > 0 ? `${whole}.` : ''}${two((rest / 3_600_000) % 24)}:${two((rest / 60_000) % 60)}:${two((rest / 1000) % 60)}${ms > 0 ? `.${String(ms).padStart(3, '0')}` : ''}`
}

/**
 * Returns a date within the years 1-9999. Outside of them, the argument of a method is out of its limits (FQL4004), an
 * operator overflows (FQL4002).
 */
export const checkDate = (value: number, at: number, code: 'FQL4002' | 'FQL4004' = 'FQL4004'): number =>
  value >= minDate && value <= maxDate ? Math.trunc(value) : fail(code, at)

/** Adds months; the day is clipped to the month's end. */
export function addMonths(value: number, count: number, at: number): number {
  const date = new Date(value)
  const total = date.getUTCFullYear() * 12 + date.getUTCMonth() + count
  const year = Math.floor(total / 12)
  if (year < 1 || year > 9999) return fail('FQL4004', at)
  date.setUTCFullYear(year, total - year * 12, Math.min(date.getUTCDate(), daysInMonth(year, total - year * 12 + 1)))
  return date.getTime()
}

export const dayName = (value: number): string => days[new Date(value).getUTCDay()] ?? ''
export const startOfDay = (value: number): number => Math.floor(value / day) * day

/** Formats with the C# specifiers of the language. */
export function formatDate(value: number, format: string): string {
  if (format === 'o' || format === 'O') return dateText(value)
  const d = new Date(value)
  const pad = (n: number, width: number): string => String(n).padStart(width, '0')
  const hour12 = d.getUTCHours() % 12 === 0 ? 12 : d.getUTCHours() % 12
  const half = d.getUTCHours() < 12 ? 'AM' : 'PM'
  const month = months[d.getUTCMonth()] ?? ''
  const weekday = dayName(value)
  return format.replace(/'([^']*)'|y+|M+|d+|H+|h+|m+|s+|f+|t+/g, (part: string, literal: string | undefined) => {
    if (literal !== undefined) return literal
    const n = part.length
    switch (part.charAt(0)) {
      case 'y':
        return n <= 2 ? pad(d.getUTCFullYear() % 100, n) : pad(d.getUTCFullYear(), n)
      case 'M':
        return n >= 4 ? month : n === 3 ? month.slice(0, 3) : pad(d.getUTCMonth() + 1, n)
      case 'd':
        return n >= 4 ? weekday : n === 3 ? weekday.slice(0, 3) : pad(d.getUTCDate(), n)
      case 'H':
        return pad(d.getUTCHours(), Math.min(n, 2))
      case 'h':
        return pad(hour12, Math.min(n, 2))
      case 'm':
        return pad(d.getUTCMinutes(), Math.min(n, 2))
      case 's':
        return pad(d.getUTCSeconds(), Math.min(n, 2))
      case 'f':
        return pad(d.getUTCMilliseconds(), 3).slice(0, n)
      default:
        return n === 1 ? half.charAt(0) : half
    }
  })
}
