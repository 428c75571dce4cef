import { describe, expect, it } from 'vitest'
import { createFormat } from './create-format.ts'

const when = Date.UTC(2026, 0, 5, 13, 4, 5)
const spaced = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')
const formats = {
  en: createFormat('en-US', 'UTC'),
  de: createFormat('de-DE', 'UTC'),
  ar: createFormat('ar-AE', 'UTC'),
  eg: createFormat('ar-EG', 'UTC'),
}

describe('formats', () => {
  it('[spec 9.12] the formatter writes a date in the order of its language', () => {
    expect(formats.en.dateTime(when)).toBe('Jan 5, 2026 1:04:05 PM')
    expect(formats.de.date(when)).toBe('5. Jan. 2026')
    expect(spaced(formats.de.dateTime(when))).toBe('5. Jan. 2026, 1:04:05 PM')
    expect(spaced(formats.de.time(when, 'UTC', false))).toBe('1:04 PM')
    expect(spaced(createFormat('pt-BR', 'UTC').date(when))).toBe('5 de jan. de 2026')
    expect(spaced(createFormat('da-DK', 'UTC').dateTime(when))).toBe('5. jan. 2026, 1.04.05 PM')
    expect(formats.ar.date(when)).toBe('5 يناير 2026')
    expect(formats.en.month(when)).toBe('January 2026')
  })
  it('the formatter writes a moment in UTC where the browser never heard of its zone', () => {
    expect(formats.en.dateTime(when, 'Mars/Olympus')).toBe('Jan 5, 2026 1:04:05 PM')
    expect(createFormat('en-US', 'Mars/Olympus').date(when)).toBe('Jan 5, 2026')
  })
  it('the formatter uses Latin digits in every language', () => {
    expect(formats.eg.number(1234.5)).toMatch(/^1,234\.50$/)
  })
  it('the formatter writes currency as a code', () => {
    expect(spaced(formats.en.money(1234.5, 'EUR'))).toBe('EUR 1,234.50')
    expect(spaced(formats.de.money(1234.5, 'EUR'))).toBe('1.234,50 EUR')
    expect(formats.en.money(5, 'points')).toBe('points 5.00')
    expect(spaced(formats.en.compactMoney(786_600, 'USD'))).toBe('USD 786.6k')
  })
  it('the formatter shortens, rates and spans', () => {
    expect(formats.en.compact(1_200_000)).toBe('1.2m')
    expect(formats.en.percent(0.1235)).toBe('12.35%')
    expect(formats.en.duration(222_000)).toBe('3m 42s')
    expect(formats.en.duration(0)).toBe('0s')
  })
  it('the formatter is relative for seven days', () => {
    expect(formats.en.relative(when - 3 * 3_600_000, when)).toBe('3 hours ago')
    expect(formats.en.relative(when - 999, when)).toBe('now')
    expect(formats.en.relative(when - 86_400_000, when)).toBe('1 day ago')
    expect(formats.en.relative(when + 6 * 86_400_000, when)).toBe('in 6 days')
    expect(formats.en.relative(when - 7 * 86_400_000, when)).toBe('Dec 29, 2025')
  })
})

/**
 * Output for 1234567.891, 1234.5, USD 1234567.891, 0.12345 and July 2025, as listed in the specification; spaces are
 * no-break.
 */
const expected: [string, string, string, string, string, string, string][] = [
  ['en-US', '1,234,568', '1,234,567.89', '1,234.50', 'USD 1,234,567.89', '12.35%', 'July 2025'],
  ['de-DE', '1.234.568', '1.234.567,89', '1.234,50', '1.234.567,89 USD', '12,35 %', 'Juli 2025'],
  ['es-ES', '1.234.568', '1.234.567,89', '1234,50', '1.234.567,89 USD', '12,35 %', 'julio de 2025'],
  ['fr-FR', '1 234 568', '1 234 567,89', '1 234,50', '1 234 567,89 USD', '12,35 %', 'juillet 2025'],
  ['it-IT', '1.234.568', '1.234.567,89', '1234,50', '1.234.567,89 USD', '12,35%', 'luglio 2025'],
  ['nl-NL', '1.234.568', '1.234.567,89', '1.234,50', 'USD 1.234.567,89', '12,35%', 'juli 2025'],
  ['pt-BR', '1.234.568', '1.234.567,89', '1.234,50', 'USD 1.234.567,89', '12,35%', 'julho de 2025'],
]

describe.each(expected)('%s', (locale, whole, fraction, small, money, percent, month) => {
  const format = createFormat(locale, 'UTC')
  it('[spec 9.13] the formatter shows numbers with 0 or 2 digits', () => {
    expect(
      [
        format.number(1_234_567.891, 0),
        format.number(1_234_567.891, 2),
        format.number(1234.5),
        format.percent(0.12345),
      ].map(spaced),
    ).toEqual([whole, fraction, small, percent])
  })
  it('[spec 9.14] the formatter shows currency by its code', () => {
    expect(spaced(format.money(1_234_567.891, 'USD'))).toBe(money)
    expect(format.money(1_234_567.891, 'USD')).not.toMatch(/ /)
  })
  it('[spec 9.12] the formatter shows months by name, and dates in the order of the language', () => {
    expect(spaced(format.month(Date.UTC(2025, 6, 1)))).toBe(month)
    expect(format.date(when)).toMatch(locale === 'en-US' ? /^Jan 5, 2026$/ : /^5\.? (?:de )?\p{L}+\.? (?:de )?2026$/u)
    expect(format.dateTime(when)).toMatch(/2026,? 1:04:05 \P{L}*\p{L}/u)
  })
})
