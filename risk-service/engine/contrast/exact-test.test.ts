import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createExactTest } from './exact-test.ts'
import { slowProbability } from './testing/slow-contrast.ts'

test('has the probability of the lady tasting tea', () => {
  // 17 of 70 ways are at least as good as three of four cups.
  expect(createExactTest(4, 4).probability(3, 1)).toBeCloseTo((2 * 17) / 70, 12)
})

const sets = fc
  .tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 90 }))
  .chain(([sizeA, sizeB]) =>
    fc.tuple(
      fc.constant(sizeA),
      fc.constant(sizeB),
      fc.integer({ min: 0, max: sizeA }),
      fc.integer({ min: 0, max: sizeB }),
    ),
  )

test('has the probability that its definition gives, and the same with the sets exchanged', () => {
  fc.assert(
    fc.property(sets, ([sizeA, sizeB, a, b]) => {
      const p = createExactTest(sizeA, sizeB).probability(a, b)
      const slow = slowProbability(a, b, sizeA, sizeB)
      expect(Math.abs(p - slow)).toBeLessThan(1e-9 * Math.max(slow, 1e-12))
      expect(Math.abs(p - createExactTest(sizeB, sizeA).probability(b, a))).toBeLessThan(1e-9)
    }),
    { seed: 41, numRuns: 300 },
  )
})

test('has the smallest probability of a total', () => {
  fc.assert(
    fc.property(sets, ([sizeA, sizeB, a, b]) => {
      const { probability, smallest } = createExactTest(sizeA, sizeB)
      expect(smallest(a + b)).toBeLessThanOrEqual(probability(a, b))
    }),
    { seed: 42, numRuns: 200 },
  )
})

test('is exact far out in the tail of large sets', () => {
  const p = createExactTest(500, 100_000).probability(12, 0)
  // All twelve in A, by the definition: a product of fractions.
  let product = 2
  for (let i = 0; i < 12; i++) product *= (500 - i) / (100_500 - i)
  expect(p / product).toBeCloseTo(1, 6)
})
