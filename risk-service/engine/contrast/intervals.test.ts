import { expect, test } from 'vitest'
import { differenceInterval, ratioInterval, shareInterval } from './intervals.ts'
import { createRandom } from './testing/events.ts'
import { slowShareInterval } from './testing/slow-contrast.ts'

const shareOf = (count: number, size: number) => ({ share: count / size, ...shareInterval(count, size) })
const digits = (limits: { low: number; high: number | null }) => [
  limits.low.toFixed(4),
  limits.high === null ? null : limits.high.toFixed(4),
]

test.each([
  // R. G. Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3.
  [81, 263, '0.2553', '0.3662'],
  [15, 148, '0.0624', '0.1605'],
  [0, 20, '0.0000', '0.1611'],
  [1, 29, '0.0061', '0.1718'],
])('has the published limits of %d of %d', (count, size, low, high) => {
  expect(digits(shareInterval(count, size))).toEqual([low, high])
})

test('has the limits that their definition gives', () => {
  for (const [count, size] of [
    [0, 3],
    [3, 3],
    [1, 500],
    [77, 100_000],
    [499, 500],
  ] as const) {
    const { low, high } = slowShareInterval(count, size)
    expect(shareInterval(count, size).low).toBeCloseTo(low, 10)
    expect(shareInterval(count, size).high).toBeCloseTo(high, 10)
  }
})

test.each([
  // R. G. Newcombe, Interval estimation for the difference (1998), table II, method 10.
  [56, 70, 48, 80, '0.0524', '0.3339'],
  [9, 10, 3, 10, '0.1705', '0.8090'],
  [5, 56, 0, 29, '-0.0381', '0.1926'],
  [10, 10, 0, 20, '0.6791', '1.0000'],
  [10, 10, 0, 10, '0.6075', '1.0000'],
])('has the published limits of the difference of %d of %d and %d of %d', (a, sizeA, b, sizeB, low, high) => {
  expect(digits(differenceInterval(shareOf(a, sizeA), shareOf(b, sizeB)))).toEqual([low, high])
})

test('limits a ratio below where the second set has none, and above where the first has none', () => {
  const [some, none] = [shareOf(12, 500), shareOf(0, 1000)]
  const up = ratioInterval(some, none)
  expect(up.low).toBeGreaterThan(1)
  expect(up.high).toBeNull()
  const down = ratioInterval(none, some)
  expect(down.low).toBe(0)
  expect(down.high).toBeCloseTo(1 / up.low, 12)
  expect(ratioInterval(none, none)).toEqual({ low: 0, high: null })
})

test('mirrors the ratio', () => {
  const [x, y] = [shareOf(30, 400), shareOf(9, 250)]
  const [ratio, inverse] = [ratioInterval(x, y), ratioInterval(y, x)]
  expect(ratio.low).toBeCloseTo(1 / (inverse.high ?? 0), 12)
  expect(ratio.high).toBeCloseTo(1 / inverse.low, 12)
})

/** The share of samples whose intervals contain the truth. */
function coverage(p: number, sizeA: number, q: number, sizeB: number): { difference: number; ratio: number } {
  const random = createRandom(71)
  const draw = (share: number, size: number): number => {
    let count = 0
    for (let i = 0; i < size; i++) if (random() < share) count++
    return count
  }
  const rounds = 2000
  const covered = { difference: 0, ratio: 0 }
  for (let round = 0; round < rounds; round++) {
    const [a, b] = [shareOf(draw(p, sizeA), sizeA), shareOf(draw(q, sizeB), sizeB)]
    const difference = differenceInterval(a, b)
    const ratio = ratioInterval(a, b)
    if (difference.low <= p - q && p - q <= difference.high) covered.difference++
    if (ratio.low <= p / q && p / q <= (ratio.high ?? Infinity)) covered.ratio++
  }
  return { difference: covered.difference / rounds, ratio: covered.ratio / rounds }
}

test.each([
  [0.3, 40, 0.25, 200],
  [0.02, 100, 0.01, 400],
  [0.9, 30, 0.1, 60],
  [0.05, 20, 0.05, 300],
])('contains the truth in 95 of 100 samples: %d of %d and %d of %d', (p, sizeA, q, sizeB) => {
  const { difference, ratio } = coverage(p, sizeA, q, sizeB)
  // One standard error of 2,000 rounds is half a percent.
  expect(difference).toBeGreaterThan(0.935)
  expect(ratio).toBeGreaterThan(0.935)
  expect(difference).toBeLessThan(0.995)
})
