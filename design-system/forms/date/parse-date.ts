import { dateFormat, dateParts, withLatinDigits } from '../../lib/format/parts.ts'
import { instantOf, parseDay, type WallTime } from './zone.ts'

export interface ParsedDate {
  /** The written day: `2026-11-21`. With an offset in the text this is the day at that offset. */
  day: string
  /** Undefined when only a day was written. */
  time?: Pick<WallTime, 'hour' | 'minute' | 'second'>
  /** Minutes ahead of UTC, when the text has an offset (`Z`, `+02:00`). */
  offset?: number
}

const digits = (text: string) =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, digit =>
    String(digit.charCodeAt(0) - (digit.charCodeAt(0) >= 0x06f0 ? 0x06f0 : 0x0660)),
  )

/** Normalised text: Latin digits, no directional marks, one kind of space, no dots after abbreviations. */
const plain = (text: string) =>
  digits(text)
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]/g, '')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .replaceAll('،', ',')
    .trim()
const word = (text: string) => plain(text).normalize('NFC').replaceAll('.', '').replaceAll(' ', '').toLowerCase()

interface Words {
  months: Map<string, number>
  am: Set<string>
  pm: Set<string>
}
const wordsByLocale = new Map<string, Words>()

/**
 * Names of months and halves of the day in the language, and in English, which is also common in evidence and among
 * colleagues.
 */
function wordsOf(locale: string): Words {
  const cached = wordsByLocale.get(locale)
  if (cached) return cached
  const words: Words = { months: new Map(), am: new Set(['am', 'a']), pm: new Set(['pm', 'p']) }
  for (const tag of ['en-US', withLatinDigits(locale)]) {
    for (const month of ['short', 'long'] as const) {
      for (let index = 0; index < 12; index++) {
        const date = new Date(Date.UTC(2026, index, 15))
        const alone = dateFormat(tag, { month, timeZone: 'UTC' }).format(date)
        const inside =
          dateParts(dateFormat(tag, { month, day: 'numeric', year: 'numeric', timeZone: 'UTC' }), date).month ?? alone
        for (const name of [alone, inside]) words.months.set(word(name), index + 1)
      }
    }
    for (const [hour, set] of [
      [9, words.am],
      [21, words.pm],
    ] as const) {
      const mark = dateParts(
        dateFormat(tag, { hour: 'numeric', hourCycle: 'h12', timeZone: 'UTC' }),
        new Date(Date.UTC(2026, 0, 1, hour)),
      ).dayPeriod
      if (mark !== undefined) set.add(word(mark))
    }
  }
  wordsByLocale.set(locale, words)
  return words
}

const isoForm = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i
const time = '(?:,? (?<hour>\\d{1,2})[:.](?<minute>\\d{2})(?:[:.](?<second>\\d{2}))? ?(?<half>\\D*))?$'
const displayForms = [
  new RegExp(`^(?<month>\\D+?) ?(?<day>\\d{1,2}) ?,? (?<year>\\d{4})${time}`),
  // Portuguese has a word between the parts of a date, and Hebrew a letter before its month.
  new RegExp(`^(?<day>\\d{1,2})\\.? (?:de |ב)?(?<month>\\D+?),? (?:de )?(?<year>\\d{4})${time}`),
]

function clock(hour: number, minute: number, second: number): ParsedDate['time'] {
  return hour < 24 && minute < 60 && second < 60 ? { hour, minute, second } : undefined
}

function fromIso(text: string): ParsedDate | undefined {
  const found = isoForm.exec(text)
  const day = found?.[1]
  if (!found || day === undefined || !parseDay(day)) return undefined
  if (found[2] === undefined) return { day }
  const time = clock(Number(found[2]), Number(found[3]), Number(found[4] ?? 0))
  if (!time) return undefined
  const zone = found[5]
  if (zone === undefined) return { day, time }
  if (zone.toUpperCase() === 'Z') return { day, time, offset: 0 }
  const size = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return { day, time, offset: zone.startsWith('-') ? -size : size }
}

function fromDisplay(text: string, locale: string): ParsedDate | undefined {
  const found = displayForms.map(form => form.exec(text)?.groups).find(groups => groups !== undefined)
  if (!found) return undefined
  const words = wordsOf(locale)
  const month = words.months.get(word(found.month ?? ''))
  if (month === undefined) return undefined
  const day = `${found.year ?? ''}-${String(month).padStart(2, '0')}-${(found.day ?? '').padStart(2, '0')}`
  if (!parseDay(day)) return undefined
  if (found.hour === undefined) return { day }
  const half = word(found.half ?? '')
  let hour = Number(found.hour)
  if (half !== '') {
    const after = words.pm.has(half)
    if ((!after && !words.am.has(half)) || hour < 1 || hour > 12) return undefined
    hour = (hour % 12) + (after ? 12 : 0)
  }
  const read = clock(hour, Number(found.minute), Number(found.second ?? 0))
  return read && { day, time: read }
}

/**
 * Parses a date in the format of the product (`Nov 21, 2026 2:30:00 PM`, or in the order of the reader's language, with
 * its months or the English ones) or in ISO 8601. Digits of any script. `null` for an empty text, `undefined` for an invalid one.
 */
export function parseDate(text: string, locale: string): ParsedDate | null | undefined {
  if (text.length > 100) return undefined
  const trimmed = plain(text)
  if (trimmed === '') return null
  return fromIso(trimmed) ?? fromDisplay(trimmed, locale)
}

/** The instant of a parsed date; a day alone begins at midnight. */
export function instantOfParsed({ day, time, offset }: ParsedDate, zone: string): number {
  const read = parseDay(day)
  if (!read) return Number.NaN
  const wall = { ...read, hour: 0, minute: 0, second: 0, ...time }
  return offset === undefined ? instantOf(wall, zone) : instantOf(wall, 'UTC') - offset * 60_000
}
