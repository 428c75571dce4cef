import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sizeOf } from './buckets.ts'
import { addToHour, mergeIntoHour, type SeriesCounts, totalOf } from './hours.ts'

const numbers = fc.array(
  fc.record({
    series: fc.integer({ min: 1, max: 2 }),
    hour: fc.integer({ min: 0, max: 12 }),
    value: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant(null)),
    stored: fc.boolean(),
  }),
  { maxLength: 60 },
)
const hour = fc.integer({ min: -1, max: 13 })

test('a window holds the contributions of its hours in whatever order the hours arrive', () => {
  fc.assert(
    fc.property(numbers, hour, hour, (events, from, to) => {
      const counts: SeriesCounts = new Map()
      let size = 0
      for (const { series, hour: at, value, stored } of events)
        size += stored ? mergeIntoHour(counts, series, at, value ?? 1) : addToHour(counts, series, at, value)
      for (const series of [1, 2]) {
        const own = events.filter(event => event.series === series)
        expect(totalOf(counts.get(series), from, to)).toBe(
          own.filter(event => event.hour >= from && event.hour <= to).reduce((sum, { value }) => sum + (value ?? 1), 0),
        )
        expect(counts.get(series)?.hours ?? []).toEqual(
          [...new Set(own.map(event => event.hour))].sort((a, b) => a - b),
        )
      }
      expect(size).toBe(
        [...counts.values()].flatMap(({ buckets }) => buckets).reduce<number>((sum, bucket) => sum + sizeOf(bucket), 0),
      )
    }),
  )
})

test('a member of several hours counts once, and the memory of the members is measured', () => {
  const counts: SeriesCounts = new Map()
  const size = [
    addToHour(counts, 1, 9, 'ann'),
    addToHour(counts, 1, 8, 'bob'),
    addToHour(counts, 1, 9, 'bob'),
    addToHour(counts, 1, 9, 'ann'),
  ]
  expect([totalOf(counts.get(1), 8, 9), totalOf(counts.get(1), 8, 8), totalOf(undefined, 8, 8)]).toEqual([2, 1, 0])
  expect(size).toEqual([4, 4, 10, 0])
})
