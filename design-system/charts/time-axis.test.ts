import { expect, it } from 'vitest'
import { bucketNames, tickTimes } from './time-axis.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 10, 20, 15)

it('labels round hours, at most eight of a day', () => {
  const ticks = tickTimes(Array.from({ length: 24 }, (_, i) => start + i * hour), 'hour', 'UTC')
  expect(ticks.map(bucketNames('en-US', 'UTC', 'hour').short)).toEqual(['3 PM', '6 PM', '9 PM', '12 AM', '3 AM', '6 AM', '9 AM', '12 PM'])
})

it('thins long ranges', () => {
  expect(tickTimes(Array.from({ length: 24 * 30 }, (_, i) => start + i * hour), 'hour', 'UTC').length).toBeLessThanOrEqual(8)
  expect(tickTimes(Array.from({ length: 90 }, (_, i) => start + i * 24 * hour), 'day', 'UTC').length).toBeLessThanOrEqual(8)
})

it('keeps the order of month and day in every language', () => {
  expect(bucketNames('de-DE', 'UTC', 'day').full(start)).toMatch(/^Nov\.? 20$/)
  expect(bucketNames('en-US', 'UTC', 'hour').full(start)).toBe('Nov 20, 3 PM')
})
