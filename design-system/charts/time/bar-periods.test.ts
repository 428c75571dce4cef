import { expect, it } from 'vitest'
import { barPeriods } from './bar-periods.ts'
import { createTimeData } from './time-data.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 10, 20, 15)
const hours = (count: number) =>
  createTimeData(
    Array.from({ length: count }, (_, i) => ({ time: start + i * hour, values: { a: i % 50, b: i % 7 ? 3 : null } })),
  )

it('buckets stay alone while their bars are wide enough', () => {
  const bars = barPeriods(hours(168), 'hour', 'UTC', 200)
  expect([bars.step, bars.count]).toEqual([null, 168])
  expect(bars.bounds(5)).toEqual([5, 5])
})

it('buckets become periods of the calendar, which begin at midnight of the zone', () => {
  const data = hours(2000)
  const bars = barPeriods(data, 'hour', 'America/New_York', 100)
  expect(bars.step).toEqual({ unit: 'day', count: 1 })
  // 3 PM in UTC is 10 AM in New York: fourteen hours are left of the first day.
  expect(bars.bounds(0)).toEqual([0, 13])
  expect(bars.bounds(1)).toEqual([14, 37])
  expect(bars.bounds(bars.count - 1)[1]).toBe(1999)
})

it('sums are exact: together the bars have every event', () => {
  for (const [count, most] of [
    [2000, 200],
    [8000, 213],
    [8000, 3],
  ] as const) {
    const data = hours(count)
    const bars = barPeriods(data, 'hour', 'UTC', most)
    expect(bars.count).toBeLessThanOrEqual(most)
    const total = data.points.reduce((sum, point) => sum + (point.values['b'] ?? 0), 0)
    expect(bars.sums(data.values('b')).reduce((sum, value) => sum + value, 0)).toBe(total)
    const [from, to] = bars.bounds(1)
    expect(bars.sums(data.values('a'))[1]).toBe(
      data.points.slice(from, to + 1).reduce((sum, point) => sum + (point.values['a'] ?? 0), 0),
    )
  }
})

it('gaps and negative numbers add nothing', () => {
  const bars = barPeriods(hours(3), 'hour', 'UTC', 9)
  expect([...bars.sums(Float64Array.from([Number.NaN, -4, 2]))]).toEqual([0, 0, 2])
})
