import { describe, expect, it } from 'vitest'
import { limitsOf } from './count-limits.ts'

const times = (count: number, value: number): number[] => Array.from({ length: count }, () => value)

describe('limits of counts', () => {
  it('are the shares that reach each number', () => {
    const { steps } = limitsOf([0, 1, 3, 3], [0, 0, 0, 1], 50)
    expect(steps.map(({ count, a, b }) => [count, a.share, b.share])).toEqual([
      [1, 0.75, 0.25],
      [3, 0.5, 0],
    ])
    expect(steps[0]?.a.low).toBeGreaterThan(0.2)
    expect(limitsOf([0, 1, 3, 3], [0, 0, 0, 1], 1).steps).toHaveLength(1)
  })
  it('propose the lowest number that one in a hundred of the others reaches, and the events beyond chance', () => {
    const others = [...times(190, 0), ...times(8, 1), ...times(2, 2)]
    expect(limitsOf(times(30, 5), others, 50).proposed).toBe(2)
    // Three in two hundred are too many.
    expect(limitsOf(times(30, 5), [...times(197, 0), ...times(3, 2)], 50).proposed).toBe(5)
  })
  it('propose none where the events do not reach it more often, or there are too few to tell', () => {
    const others = times(200, 0)
    expect(limitsOf([...times(199, 0), 9], others, 50).proposed).toBeNull()
    expect(limitsOf([5], times(2, 0), 50).proposed).toBeNull()
    expect(limitsOf([], others, 50)).toEqual({ steps: [], proposed: null })
  })
})
