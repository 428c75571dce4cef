import type { ValueFormat } from '../entities/entities.ts'
import { isDay } from './dates.ts'
import { cellMarks } from './row-bytes.ts'
import { countries } from './value-formats.ts'

/**
 * Tests of cells in their bytes, which are those of a text in ASCII: true where the test of the text certainly finds
 * nothing; with everything else that test decides. Most cells of a file never become a text.
 */
export type ByteTest = (bytes: Uint8Array, from: number, to: number) => boolean

const [minus, plus, point, colon, at, letterT, letterZ] = [45, 43, 46, 58, 64, 84, 90]
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57

/** Whether a cell is certainly no card number and no social security number; with any marks. */
export function isHarmless(bytes: Uint8Array, from: number, to: number, mark: number): boolean {
  const length = to - from
  const first = bytes[from] as number
  if (length < 11 || (first > 57 && first < 128) || (first > 32 && first < 48)) return true
  if (mark !== 0) return mark === cellMarks.doubled
  // Blanks around a number do not count.
  if (first <= 32 || (bytes[to - 1] as number) <= 32) return false
  if (length > 23) return true
  if (length < 13) return length > 11 || bytes[from + 3] !== minus
  return first < 51 || first > 54
}

/** Returns the digits after the point of a number; null for what is none. */
export function decimalsOf(bytes: Uint8Array, from: number, to: number): number | null {
  let index = bytes[from] === minus || bytes[from] === plus ? from + 1 : from
  const first = index
  while (index < to && isDigit(bytes[index])) index++
  if (index === first) return null
  if (index === to) return 0
  if (bytes[index] !== point) return null
  const decimals = ++index
  while (index < to && isDigit(bytes[index])) index++
  return index < to || index === decimals ? null : index - decimals
}

/** Returns the number of two digits; something above 99 if they are none. */
function twoDigits(bytes: Uint8Array, index: number): number {
  const tens = (bytes[index] as number) - 48
  const ones = (bytes[index + 1] as number) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : 1000
}

/**
 * Returns the day of a date and time such as `2019-03-14T20:18:11.254Z`, in UTC and with its seconds, as 20190314; 0 for
 * other texts.
 */
export function dayOf(bytes: Uint8Array, from: number, to: number): number {
  if (to - from < 19 || to - from > 40) return 0
  if (bytes[from + 4] !== minus || bytes[from + 7] !== minus || bytes[from + 10] !== letterT) return 0
  if (bytes[from + 13] !== colon || bytes[from + 16] !== colon) return 0
  const year = twoDigits(bytes, from) * 100 + twoDigits(bytes, from + 2)
  const month = twoDigits(bytes, from + 5)
  const day = twoDigits(bytes, from + 8)
  if (year > 9999 || !isDay(year, month, day)) return 0
  if (twoDigits(bytes, from + 11) > 23 || twoDigits(bytes, from + 14) > 59 || twoDigits(bytes, from + 17) > 60) return 0
  let index = from + 19
  if (index < to && bytes[index] === point) {
    const fraction = ++index
    while (index < to && isDigit(bytes[index])) index++
    if (index === fraction) return 0
  }
  if (index < to && (bytes[index] !== letterZ || index + 1 < to)) return 0
  return year * 10_000 + month * 100 + day
}

/** Whether a cell is `true` or `false` in any case. */
export function isTrueOrFalse(bytes: Uint8Array, from: number, to: number): boolean {
  const length = to - from
  return (length === 4 && isWord(bytes, from, word('true'))) || (length === 5 && isWord(bytes, from, word('false')))
}

const encoder = new TextEncoder()
const words = new Map(['true', 'false'].map(text => [text, encoder.encode(text)]))
const word = (text: 'true' | 'false'): Uint8Array => words.get(text) as Uint8Array

/** Whether bytes are a word in any case; the word is in lower case. */
function isWord(bytes: Uint8Array, from: number, lower: Uint8Array): boolean {
  for (let index = 0; index < lower.length; index++) {
    const byte = bytes[from + index] as number
    if ((byte >= 65 && byte <= 90 ? byte | 32 : byte) !== lower[index]) return false
  }
  return true
}

/** Compiles the test for one of some values in any case. */
export function compileValues(values: readonly string[]): ByteTest {
  const lower = values.map(value => encoder.encode(value.toLowerCase()))
  return (bytes, from, to) => {
    for (const value of lower) if (value.length === to - from && isWord(bytes, from, value)) return true
    return false
  }
}

function isIpv4(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < 7 || to - from > 15) return false
  let parts = 1
  let digits = 0
  let value = 0
  for (let index = from; index < to; index++) {
    const digit = (bytes[index] as number) - 48
    if (digit >= 0 && digit <= 9) {
      if (digits > 0 && value === 0) return false
      value = value * 10 + digit
      digits++
      if (value > 255) return false
    } else if (digit === point - 48 && digits > 0) {
      parts++
      digits = 0
      value = 0
    } else return false
  }
  return parts === 4 && digits > 0
}

const tableOf = (test: (character: string) => boolean): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, code) => (code < 128 && test(String.fromCharCode(code)) ? 1 : 0))
const isLocal = tableOf(character => character > ' ' && !'@"(),:;<>[\\]'.includes(character))
const isLabel = tableOf(character => /[a-z\d-]/i.test(character))
const isLetter = tableOf(character => /[a-z]/i.test(character))

function isEmail(bytes: Uint8Array, from: number, to: number): boolean {
  let index = from
  while (index < to && isLocal[bytes[index] as number] === 1) index++
  if (index === from || index >= to || bytes[index] !== at || to - from > 320) return false
  let label = ++index
  let labels = 0
  for (; index < to; index++) {
    if (isLabel[bytes[index] as number] === 1) continue
    if (bytes[index] !== point || index === label) return false
    if (labels++ === 0 && (bytes[label] === minus || bytes[index - 1] === minus)) return false
    label = index + 1
  }
  return labels > 0 && label < to
}

function isPhone(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] !== plus || !isDigit(bytes[from + 1]) || bytes[from + 1] === 48) return false
  let index = from + 2
  while (index < to && isDigit(bytes[index])) index++
  const before = index - from - 2
  // Three digits of the country at most, and 4 to 14 of the number.
  if (index === to) return before >= 4 && before <= 16
  if (bytes[index] !== minus || before > 2) return false
  const number = ++index
  while (index < to && isDigit(bytes[index])) index++
  return index === to && index - number >= 4 && index - number <= 14
}

function areDigits(bytes: Uint8Array, from: number, to: number): boolean {
  for (let index = from; index < to; index++) if (!isDigit(bytes[index])) return false
  return true
}

function areLetters(bytes: Uint8Array, from: number, to: number): boolean {
  for (let index = from; index < to; index++) if (isLetter[bytes[index] as number] === 0) return false
  return true
}

const countryPlace = (one: number, other: number): number => ((one & 31) << 5) | (other & 31)
const isCountryPlace = new Uint8Array(1024)
for (const country of countries) isCountryPlace[countryPlace(country.charCodeAt(0), country.charCodeAt(1))] = 1

/** The tests of formats; a language has none. */
export const formatTests: Record<Exclude<ValueFormat, 'language'>, ByteTest> = {
  country: (bytes, from, to) =>
    to - from === 2 &&
    areLetters(bytes, from, to) &&
    isCountryPlace[countryPlace(bytes[from] as number, bytes[from + 1] as number)] === 1,
  currency: (bytes, from, to) => to - from === 3 && areLetters(bytes, from, to),
  email: isEmail,
  ip: isIpv4,
  phone: isPhone,
  bin: (bytes, from, to) => (to - from === 6 || to - from === 8) && areDigits(bytes, from, to),
  last4: (bytes, from, to) => to - from === 4 && areDigits(bytes, from, to),
}
