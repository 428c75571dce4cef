import { describe, expect, it } from 'vitest'
import { createFormat } from './create-format.ts'

const when = Date.UTC(2026, 0, 5, 13, 4, 5)
const spaced = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')
const formats = { en: createFormat('en-US', 'UTC'), de: createFormat('de-DE', 'UTC'), ar: createFormat('ar-AE', 'UTC'), eg: createFormat('ar-EG', 'UTC') }

describe('formats', () => {
  it('keeps the order of a date in every language', () => {
    expect(formats.en.dateTime(when)).toBe('Jan 5, 2026 1:04:05 PM')
    expect(formats.de.date(when)).toMatch(/^Jan\.? 5, 2026$/)
    expect(formats.ar.date(when)).toBe('يناير 5, 2026')
    expect(formats.en.month(when)).toBe('January 2026')
  })
  it('uses Latin digits in every language', () => {
    expect(formats.eg.number(1234.5)).toMatch(/^1,234\.50$/)
  })
  it('writes currency as a code', () => {
    expect(spaced(formats.en.money(1234.5, 'EUR'))).toBe('EUR 1,234.50')
    expect(spaced(formats.de.money(1234.5, 'EUR'))).toBe('1.234,50 EUR')
    expect(formats.en.money(5, 'points')).toBe('points 5.00')
    expect(spaced(formats.en.compactMoney(786_600, 'USD'))).toBe('USD 786.6k')
  })
  it('shortens, rates and spans', () => {
    expect(formats.en.compact(1_200_000)).toBe('1.2m')
    expect(formats.en.percent(0.1235)).toBe('12.35%')
    expect(formats.en.duration(222_000)).toBe('3m 42s')
    expect(formats.en.duration(0)).toBe('0s')
  })
  it('is relative for seven days', () => {
    expect(formats.en.relative(when - 3 * 3_600_000, when)).toBe('3 hours ago')
    expect(formats.en.relative(when + 6 * 86_400_000, when)).toBe('in 6 days')
    expect(formats.en.relative(when - 7 * 86_400_000, when)).toBe('Dec 29, 2025')
  })
})
