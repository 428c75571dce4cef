import { expect, it } from 'vitest'
import { bucketNames, timeTicks } from './time-axis.ts'
import type { Bucket } from './time-steps.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const start = Date.UTC(2026, 10, 20, 15)
const series = (count: number, size: number, from = start) => Array.from({ length: count }, (_, i) => from + i * size)
const labels = (times: readonly number[], bucket: Bucket, timeZone = 'UTC', locale = 'en-US') =>
  timeTicks(times, bucket, { locale, timeZone }).map(({ label }) => label)

it('an axis of hours carries the date at midnight', () => {
  expect(labels(series(24, hour), 'hour')).toEqual(['3 PM', '6 PM', '9 PM', 'Nov 21', '3 AM', '6 AM', '9 AM', '12 PM'])
  expect(labels(series(48, hour), 'hour')).toEqual(['Nov 21', '12 PM', 'Nov 22', '12 PM'])
})

it('a week of hours has a date under every day, and never the same label twice', () => {
  const week = labels(series(168, hour), 'hour')
  expect(week).toEqual(['Nov 21', 'Nov 22', 'Nov 23', 'Nov 24', 'Nov 25', 'Nov 26', 'Nov 27'])
  for (const days of [2, 5, 14, 42, 200, 800]) {
    const found = labels(series(24 * days, hour), 'hour')
    expect(found.length).toBeGreaterThanOrEqual(2)
    expect(found.length).toBeLessThanOrEqual(8)
    if (days > 7 && days < 365) expect(new Set(found).size).toBe(found.length)
  }
})

it('hours of one day carry its date at the first label', () => {
  expect(labels(series(6, hour), 'hour')).toEqual(['Nov 20, 3 PM', '4 PM', '5 PM', '6 PM', '7 PM', '8 PM'])
  expect(labels([start], 'hour')).toEqual(['Nov 20, 3 PM'])
})

it('minutes, days, weeks and months are labelled on round steps', () => {
  expect(labels(series(60, minute, start - 25 * minute), 'minute')).toEqual([
    'Nov 20, 2:40 PM',
    '2:50 PM',
    '3:00 PM',
    '3:10 PM',
    '3:20 PM',
    '3:30 PM',
  ])
  expect(labels(series(240, minute, start + 8 * hour), 'minute')).toEqual([
    '11:00 PM',
    '11:30 PM',
    'Nov 21',
    '12:30 AM',
    '1:00 AM',
    '1:30 AM',
    '2:00 AM',
    '2:30 AM',
  ])
  expect(labels(series(30, day), 'day')).toEqual([
    'Nov 20',
    'Nov 24',
    'Nov 28',
    'Dec 2',
    'Dec 6',
    'Dec 10',
    'Dec 14',
    'Dec 18',
  ])
  expect(labels(series(5, 7 * day, Date.UTC(2026, 10, 2)), 'week')).toEqual([
    'Nov 2',
    'Nov 9',
    'Nov 16',
    'Nov 23',
    'Nov 30',
  ])
  const months = Array.from({ length: 6 }, (_, i) => Date.UTC(2026, 9 + i))
  expect(labels(months, 'month')).toEqual(['Oct 2026', 'Nov', 'Dec', 'Jan 2027', 'Feb', 'Mar'])
  expect(labels(series(50_000, hour), 'hour')).toEqual(['2027', '2028', '2029', '2030', '2031', '2032'])
})

it('the axis reads the clock of its zone: midnight, half hours and clock changes', () => {
  // Midnight in New York is 5 AM in UTC.
  const ticks = timeTicks(series(24, hour), 'hour', { locale: 'en-US', timeZone: 'America/New_York' })
  expect(ticks.find(({ label }) => label === 'Nov 21')?.index).toBe(14)
  expect(labels(series(4, hour), 'hour', 'Asia/Kolkata')).toEqual([
    'Nov 20, 8:30 PM',
    '9:30 PM',
    '10:30 PM',
    '11:30 PM',
  ])
  // The night of 25 hours in Berlin: days keep their distance of one date.
  expect(labels(series(24 * 6, hour, Date.UTC(2026, 9, 22, 22)), 'hour', 'Europe/Berlin')).toEqual([
    'Oct 23',
    'Oct 24',
    'Oct 25',
    'Oct 26',
    'Oct 27',
    'Oct 28',
  ])
})

it('month and day have the order, the separators and the names of the language', () => {
  expect(labels(series(48, hour), 'hour', 'UTC', 'de-DE')).toEqual(['21. Nov.', '12 PM', '22. Nov.', '12 PM'])
  expect(bucketNames('de-DE', 'UTC', 'day')(start)).toBe('20. Nov.')
  expect(labels(series(48, hour), 'hour', 'UTC', 'ar-AE')).toEqual(['21 نوفمبر', '12 م', '22 نوفمبر', '12 م'])
})

it('a bucket has a full name with as much of the date as it needs', () => {
  expect(bucketNames('en-US', 'UTC', 'minute')(start)).toBe('Nov 20, 3:00 PM')
  expect(bucketNames('en-US', 'UTC', 'hour')(start)).toBe('Nov 20, 3 PM')
  expect(bucketNames('en-US', 'UTC', 'hour', true)(start)).toBe('Nov 20, 2026, 3 PM')
  expect(bucketNames('en-US', 'UTC', 'week')(start)).toBe('Nov 20 – Nov 26')
  expect(bucketNames('en-US', 'UTC', 'month')(start)).toBe('Nov 2026')
})

it('the hour that comes twice is told apart by its offset', () => {
  // Clocks in Berlin go back from 3 AM to 2 AM on October 25, 2026.
  const name = bucketNames('en-US', 'Europe/Berlin', 'hour')
  const first = Date.UTC(2026, 9, 25, 0)
  expect([0, 1, 2].map(i => name(first + i * hour))).toEqual([
    'Oct 25, 2 AM, GMT+2',
    'Oct 25, 2 AM, GMT+1',
    'Oct 25, 3 AM',
  ])
})

it('the axis writes broken dates and unknown zones without failing', () => {
  expect(bucketNames('en-US', 'Mars/Olympus', 'hour')(start)).toBe('Nov 20, 3 PM')
  expect(bucketNames('en-US', 'UTC', 'day')(Number.NaN)).toBe('–')
  expect(labels([start], 'hour', 'Nowhere')).toEqual(['Nov 20, 3 PM'])
  expect(labels([], 'hour')).toEqual([])
})
