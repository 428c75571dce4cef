import { describe, expect, it } from 'vitest'
import { addDays, dayIn, endOfDay, isTimeZone, monthsBefore, startOfDay } from './days.ts'

describe('days of a time zone', () => {
  it.each([
    ['2026-11-21', 'UTC', '2026-11-21T23:59:59.999Z'],
    ['2026-11-21', 'Europe/Copenhagen', '2026-11-21T22:59:59.999Z'],
    ['2026-11-21', 'America/Los_Angeles', '2026-11-22T07:59:59.999Z'],
    ['2026-11-21', 'Asia/Kathmandu', '2026-11-21T18:14:59.999Z'],
    // Daylight saving time begins and ends on these days.
    ['2026-03-29', 'Europe/Copenhagen', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', 'Europe/Copenhagen', '2026-10-25T22:59:59.999Z'],
  ])('%s in %s ends at %s, and is that day again', (day, zone, end) => {
    expect(endOfDay(day, zone)).toBe(end)
    expect(dayIn(Date.parse(end), zone)).toBe(day)
    expect(dayIn(Date.parse(end) + 1, zone)).not.toBe(day)
    expect(Date.parse(startOfDay(addDays(day, 1), zone))).toBe(Date.parse(end) + 1)
  })
  it.each([
    ['2026-11-21', 13, '2025-10-21'],
    ['2026-03-31', 1, '2026-02-28'],
    ['2028-03-30', 1, '2028-02-29'],
    ['2026-01-15', 13, '2024-12-15'],
  ])('%s, %i months before, is %s', (day, months, before) => {
    expect(monthsBefore(day, months)).toBe(before)
  })
  it('a zone is one of the IANA database', () => {
    expect(['UTC', 'Europe/Berlin', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false])
  })
})
