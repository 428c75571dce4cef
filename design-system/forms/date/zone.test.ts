import { describe, expect, it } from 'vitest'
import { isTimeZone } from '../../lib/format/parts.ts'
import {
  dayAt,
  daysBetween,
  instantOf,
  offsetAt,
  offsetName,
  parseDay,
  shiftDay,
  startOfDay,
  wallTime,
  weekStart,
} from './zone.ts'

const wall = (year: number, month: number, day: number, hour = 0, minute = 0, second = 0) => ({
  year,
  month,
  day,
  hour,
  minute,
  second,
})
const iso = (instant: number | undefined) => new Date(instant ?? Number.NaN).toISOString()

describe('zones', () => {
  it('a zone reads the clock on the wall', () => {
    expect(wallTime(Date.UTC(2026, 0, 5, 13, 4, 5), 'Asia/Kolkata')).toEqual(wall(2026, 1, 5, 18, 34, 5))
    expect(wallTime(Date.UTC(2026, 0, 1), 'America/New_York')).toEqual(wall(2025, 12, 31, 19))
    expect(wallTime(0, 'Nowhere/At_All')).toEqual(wall(1970, 1, 1))
  })
  it.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia'])(
    'a zone comes back to the same instant in %s',
    zone => {
      for (let hour = 0; hour < 24 * 366; hour += 7) {
        const instant = Date.UTC(2026, 0, 1, hour, 15)
        const back = instantOf(wallTime(instant, zone), zone)
        // The repeated hour is resolved to its first occurrence.
        expect([0, 1_800_000, 3_600_000]).toContain(instant - back)
        expect(wallTime(back, zone)).toEqual(wallTime(instant, zone))
      }
    },
  )
  it('a zone takes the first of two and moves past a gap when clocks change', () => {
    expect(iso(instantOf(wall(2026, 10, 25, 2, 30), 'Europe/Berlin'))).toBe('2026-10-25T00:30:00.000Z')
    expect(iso(instantOf(wall(2026, 3, 29, 2, 30), 'Europe/Berlin'))).toBe('2026-03-29T01:30:00.000Z')
    // Clocks change at midnight: the day begins at one.
    expect(iso(startOfDay('2026-04-24', 'Africa/Cairo'))).toBe('2026-04-23T22:00:00.000Z')
  })
  it('a zone knows offsets and their names', () => {
    expect(offsetAt(Date.UTC(2026, 6, 1), 'Europe/Berlin')).toBe(7_200_000)
    expect(offsetName('Europe/Berlin', Date.UTC(2026, 0, 1), 'en-US')).toBe('GMT+1')
    expect(offsetName('Nowhere', 0, 'en-US')).toBe('')
    expect([isTimeZone('Asia/Tokyo'), isTimeZone('Mars/Olympus'), isTimeZone('')]).toEqual([true, false, false])
  })
})

describe('days', () => {
  it('the calendar refuses days that do not exist', () => {
    expect(parseDay('2024-02-29')).toEqual({ year: 2024, month: 2, day: 29 })
    expect(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '', 'tomorrow'].map(parseDay)).toEqual(
      Array(6).fill(undefined),
    )
  })
  it('the calendar counts over changes of clocks, months and years', () => {
    expect(shiftDay('2026-03-28', 2)).toBe('2026-03-30')
    expect(shiftDay('2026-01-01', -1)).toBe('2025-12-31')
    expect(shiftDay('broken', 3)).toBe('broken')
    expect(daysBetween('2026-03-01', '2026-04-01')).toBe(31)
    expect(daysBetween('x', '2026-04-01')).toBe(0)
    expect(dayAt(Date.UTC(2026, 10, 21, 23), 'Asia/Tokyo')).toBe('2026-11-22')
  })
  it('the calendar starts weeks as the language does', () => {
    expect(['en-US', 'pt-BR', 'de-DE', 'ar-AE', 'en-GB', 'pt-PT', 'en'].map(weekStart)).toEqual([0, 0, 1, 1, 1, 1, 0])
  })
})
