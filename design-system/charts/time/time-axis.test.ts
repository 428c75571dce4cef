import { expect, it } from 'vitest'
import { bucketNames, fillGaps, tickTimes } from './time-axis.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 10, 20, 15)

it('the time axis labels round hours, at most eight of a day', () => {
  const ticks = tickTimes(
    Array.from({ length: 24 }, (_, i) => start + i * hour),
    'hour',
    'UTC',
  )
  expect(ticks.map(bucketNames('en-US', 'UTC', 'hour').short)).toEqual([
    '3 PM',
    '6 PM',
    '9 PM',
    '12 AM',
    '3 AM',
    '6 AM',
    '9 AM',
    '12 PM',
  ])
})

it('the time axis thins long ranges', () => {
  expect(
    tickTimes(
      Array.from({ length: 24 * 30 }, (_, i) => start + i * hour),
      'hour',
      'UTC',
    ).length,
  ).toBeLessThanOrEqual(8)
  expect(
    tickTimes(
      Array.from({ length: 90 }, (_, i) => start + i * 24 * hour),
      'day',
      'UTC',
    ).length,
  ).toBeLessThanOrEqual(8)
})

it('the time axis keeps the order of month and day in every language', () => {
  expect(bucketNames('de-DE', 'UTC', 'day').full(start)).toMatch(/^Nov\.? 20$/)
  expect(bucketNames('en-US', 'UTC', 'hour').full(start)).toBe('Nov 20, 3 PM')
})

it('the time axis tells the hour that comes twice apart', () => {
  // Clocks in Berlin go back from 3 AM to 2 AM on October 25, 2026.
  const { full } = bucketNames('en-US', 'Europe/Berlin', 'hour')
  const first = Date.UTC(2026, 9, 25, 0)
  expect([0, 1, 2].map(i => full(first + i * hour))).toEqual([
    'Oct 25, 2 AM, GMT+2',
    'Oct 25, 2 AM, GMT+1',
    'Oct 25, 3 AM',
  ])
})

it('the time axis puts missing buckets in and keeps what is broken out', () => {
  const at = (i: number) => ({ time: start + i * hour, values: { a: i } })
  expect(
    fillGaps([at(3), at(0), at(1), { time: Number.NaN, values: { a: 1 } }]).map(point => [
      (point.time - start) / hour,
      point.values.a ?? null,
    ]),
  ).toEqual([
    [0, 0],
    [1, 1],
    [2, null],
    [3, 3],
  ])
  expect(fillGaps([at(0)])).toEqual([at(0)])
  // A short day of 23 hours is no gap, and 1970 does not make a million points.
  const day = 24 * hour
  expect(fillGaps([0, 23 * hour, 23 * hour + day].map(time => ({ time, values: {} })))).toHaveLength(3)
  expect(fillGaps([{ time: 0, values: {} }, at(0), at(1)])).toHaveLength(3)
})

it('the time axis writes broken dates and unknown zones without failing', () => {
  expect(bucketNames('en-US', 'Mars/Olympus', 'hour').full(start)).toBe('Nov 20, 3 PM')
  expect(bucketNames('en-US', 'UTC', 'day').full(Number.NaN)).toBe('–')
  expect(tickTimes([Number.NaN, start], 'hour', 'Nowhere')).toEqual([start])
})
