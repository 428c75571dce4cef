import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addToSketch, emptySketch, estimate, mergeSketch } from './hyperloglog.ts'

test('the estimate is within 2 % for any kind of text, and small ones are right to a member or two', () => {
  for (const size of [0, 1, 10, 500, 1001, 5_000, 30_000, 150_000]) {
    for (const text of [
      (n: number) => `${n}`,
      (n: number) => `user-${n * 7919}@example.com`,
      (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
    ]) {
      const sketch = emptySketch()
      for (let n = 0; n < size; n++) addToSketch(sketch, text(n))
      expect(Math.abs(estimate(sketch) - size)).toBeLessThanOrEqual(Math.max(2, size * 0.02))
    }
  }
})

test('a union counts what is in either once, in any order', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4000 }),
      fc.integer({ min: 0, max: 4000 }),
      fc.integer({ min: 1, max: 4000 }),
      (from, overlap, size) => {
        const [a, b, both] = [emptySketch(), emptySketch(), emptySketch()]
        for (let n = 0; n < size; n++) {
          addToSketch(a, `m${n}`)
          addToSketch(both, `m${n}`)
          addToSketch(b, `m${from + overlap + n}`)
          addToSketch(both, `m${from + overlap + n}`)
        }
        const [ab, ba] = [a.slice(), b.slice()]
        mergeSketch(ab, b)
        mergeSketch(ba, a)
        expect(ab).toEqual(both)
        expect(ba).toEqual(both)
      },
    ),
    { numRuns: 20 },
  )
})
