import { expect, test } from 'vitest'
import { falseDiscoveryShares } from './false-discoveries.ts'

test('makes the four discoveries of the published example', () => {
  // Benjamini and Hochberg (1995), section 3: 15 comparisons of two treatments of heart attacks.
  const probabilities = [
    0.6528, 0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.759, 1,
  ]
  const shares = falseDiscoveryShares(probabilities, 15)
  expect(probabilities.filter((_, index) => (shares[index] ?? 1) <= 0.05)).toEqual([0.0001, 0.0004, 0.0019, 0.0095])
})

test('counts comparisons that are not listed', () => {
  expect([...falseDiscoveryShares([0.001, 0.01], 10)]).toEqual([0.01, 0.05])
  expect([...falseDiscoveryShares([0.001, 0.01], 1000)]).toEqual([1, 1])
  expect([...falseDiscoveryShares([], 5)]).toEqual([])
})
