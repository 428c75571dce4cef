import { describe, expect, it } from 'vitest'
import { addDays, dayIn, endOfDay, isTimeZone, monthsBefore, startOfDay, weeksBefore } from './days.ts'

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
  it.each([
    ['2026-11-21T09:00:00Z', 2, 'Europe/Copenhagen', '2026-11-07T09:00:00.000Z'],
    // Between them the clocks went back, and in the spring ahead.
    ['2026-10-27T08:00:00Z', 1, 'Europe/Copenhagen', '2026-10-20T07:00:00.000Z'],
    ['2026-04-01T07:00:00Z', 1, 'Europe/Copenhagen', '2026-03-25T08:00:00.000Z'],
    ['2026-10-27T08:00:00Z', 1, 'UTC', '2026-10-20T08:00:00.000Z'],
  ])('%s, %i weeks before by the clocks of %s, is %s', (at, weeks, zone, before) => {
    expect(new Date(weeksBefore(Date.parse(at), weeks, zone)).toISOString()).toBe(before)
  })
  it('a zone is one of the IANA database', () => {
    expect(['UTC', 'Europe/Berlin', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false])
  })
})
