import { describe, expect, it } from 'vitest'
import { createFormat } from '../../lib/format/create-format.ts'
import { instantOfParsed, parseDate } from './parse-date.ts'

const locales = [
  'en-US',
  'de-DE',
  'es-ES',
  'fr-FR',
  'it-IT',
  'nl-NL',
  'pt-BR',
  'da-DK',
  'ar-AE',
  'ar-EG',
  'he-IL',
  'fa-IR',
]

describe('parseDate', () => {
  it.each(locales)('parseDate reads what the product writes in %s', locale => {
    const format = createFormat(locale, 'UTC')
    for (let month = 0; month < 12; month++) {
      for (const hour of [0, 1, 11, 12, 13, 23]) {
        const instant = Date.UTC(2026, month, 5, hour, 4, 9)
        const day = parseDate(format.date(instant), locale)
        expect(day, format.date(instant)).toEqual({ day: `2026-${String(month + 1).padStart(2, '0')}-05` })
        const full = parseDate(format.dateTime(instant), locale)
        expect(full && instantOfParsed(full, 'UTC'), format.dateTime(instant)).toBe(instant)
      }
    }
  })
  it.each([
    ['2026-11-21', { day: '2026-11-21' }],
    ['2026-11-21T14:30', { day: '2026-11-21', time: { hour: 14, minute: 30, second: 0 } }],
    ['2026-11-21T14:30:05.250Z', { day: '2026-11-21', time: { hour: 14, minute: 30, second: 5 }, offset: 0 }],
    ['2026-11-21T14:30+05:30', { day: '2026-11-21', time: { hour: 14, minute: 30, second: 0 }, offset: 330 }],
    ['2026-11-21t14:30:00-0330', { day: '2026-11-21', time: { hour: 14, minute: 30, second: 0 }, offset: -210 }],
    ['  november 21 2026 ', { day: '2026-11-21' }],
    ['NOV. 21, 2026 2:30 pm', { day: '2026-11-21', time: { hour: 14, minute: 30, second: 0 } }],
    ['21 Nov 2026, 14:30', { day: '2026-11-21', time: { hour: 14, minute: 30, second: 0 } }],
    ['Nov 21, 2026 14:30', { day: '2026-11-21', time: { hour: 14, minute: 30, second: 0 } }],
    ['Nov ٢١, ٢٠٢٦', { day: '2026-11-21' }],
    ['۲۰۲۶-۱۱-۲۱', { day: '2026-11-21' }],
    ['', null],
    [' \u200f ', null],
  ])('parseDate reads %j', (text, expected) => {
    expect(parseDate(text, 'en-US')).toEqual(expected)
  })
  it.each([
    'tomorrow',
    '21/11/2026',
    '11-21-2026',
    '2026-02-30',
    '2026-13-01',
    '2026-11-21 14:30:00Z',
    '2026-11-21T25:00',
    '2026-11-21T10:61',
    'Smarch 13, 2026',
    'Nov 31, 2026',
    'Nov 21, 26',
    'Nov 21, 2026 13:00 PM',
    'Nov 21, 2026 0:30 AM',
    'Nov 21, 2026 2:30 XM',
    '👩‍👩‍👧',
    '2026',
    '1'.repeat(10_000),
    'Nov '.repeat(3000),
  ])('parseDate does not guess %j', text => {
    expect(parseDate(text, 'en-US')).toBeUndefined()
  })
  it('parseDate puts a clock on the wall of the zone, or on that of its own offset', () => {
    const at = (text: string, zone: string) =>
      new Date(instantOfParsed(parseDate(text, 'en-US') ?? { day: '' }, zone)).toISOString()
    expect(at('2026-07-01', 'Europe/Berlin')).toBe('2026-06-30T22:00:00.000Z')
    expect(at('Jul 1, 2026 9:00 AM', 'America/New_York')).toBe('2026-07-01T13:00:00.000Z')
    expect(at('2026-07-01T09:00:00+02:00', 'America/New_York')).toBe('2026-07-01T07:00:00.000Z')
    expect(instantOfParsed({ day: 'broken' }, 'UTC')).toBeNaN()
  })
})
