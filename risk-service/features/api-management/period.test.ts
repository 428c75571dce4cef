import { expect, it } from 'vitest'
import { figurePeriod } from './period.ts'

const now = new Date('2025-11-20T12:34:56.000Z')
const iso = (time: number) => new Date(time).toISOString()
const periodOf = (from: string, to: string) => figurePeriod({ from, to }, now)

it('the last hour is whole minutes, with the one that has begun, by the minute', () => {
  const period = periodOf('2025-11-20T11:34:56.000Z', now.toISOString())
  expect([iso(period.from), iso(period.to)]).toEqual(['2025-11-20T11:34:00.000Z', '2025-11-20T12:35:00.000Z'])
  expect([iso(period.hours.from), iso(period.hours.to)]).toEqual([
    '2025-11-20T12:00:00.000Z',
    '2025-11-20T12:00:00.000Z',
  ])
  expect([period.stepMs, period.starts.length]).toEqual([60_000, 61])
  // Until this moment, not until the end of the minute.
  expect(period.minutes).toBeCloseTo(60 + 56 / 60)
})

it('whole hours of a longer period are read as such', () => {
  const period = periodOf('2025-11-17T12:34:56.000Z', now.toISOString())
  expect([iso(period.hours.from), iso(period.hours.to)]).toEqual([
    '2025-11-17T13:00:00.000Z',
    '2025-11-20T12:00:00.000Z',
  ])
  expect(period.stepMs).toBe(3_600_000)
  expect(iso(period.starts[0] ?? 0)).toBe('2025-11-17T12:00:00.000Z')
})

it('a period whose minutes are gone begins and ends with whole hours', () => {
  const period = periodOf('2025-11-01T10:20:00.000Z', '2025-11-01T11:40:00.000Z')
  expect([iso(period.from), iso(period.to)]).toEqual(['2025-11-01T10:00:00.000Z', '2025-11-01T12:00:00.000Z'])
  expect(period.hours).toEqual({ from: period.from, to: period.to })
  expect([period.stepMs, period.starts.length]).toEqual([3_600_000, 2])
})

it('nothing is older than three months', () => {
  const period = periodOf('2025-01-01T00:00:00.000Z', now.toISOString())
  expect(iso(period.from)).toBe('2025-08-20T12:00:00.000Z')
  expect([period.stepMs, period.starts.length]).toEqual([86_400_000, 93])
})
