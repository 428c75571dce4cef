import { expect, it } from 'vitest'
import { valueTicks } from './value-axis.ts'

it.each([
  [3012, [1000, 2000, 3000], true], [2900, [1000, 2000], true], [3, [1, 2, 3], true], [2, [1, 2], true], [1, [1], true], [0.42, [0.2, 0.4], false], [0, [1], true],
] as const)('has round ticks up to %d', (most, ticks, whole) => {
  expect(valueTicks(most, whole).ticks).toEqual(ticks)
})

it('never cuts the highest value off', () => {
  for (let most = 1; most < 5000; most += 7) {
    const { ticks, top } = valueTicks(most, true)
    expect(top).toBeGreaterThanOrEqual(most)
    expect(ticks.length).toBeLessThanOrEqual(4)
  }
})
