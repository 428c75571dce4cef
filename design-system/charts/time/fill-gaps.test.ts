import { expect, it } from 'vitest'
import { fillGaps } from './fill-gaps.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 10, 20, 15)
const at = (i: number) => ({ time: start + i * hour, values: { a: i } })

it('missing buckets become gaps, in the order of time, and what has no time is left out', () => {
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
})

it('complete data in the order of time is not copied', () => {
  const points = [at(0), at(1), at(2)]
  expect(fillGaps(points)).toBe(points)
})

it('a short day is no gap, and a date of 1970 does not make a million points', () => {
  const day = 24 * hour
  expect(fillGaps([0, 23 * hour, 23 * hour + day].map(time => ({ time, values: {} })))).toHaveLength(3)
  expect(fillGaps([{ time: 0, values: {} }, at(0), at(1)])).toHaveLength(3)
})
