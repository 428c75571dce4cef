import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isIsolated, lineBreak, sampleColumns } from './m4.ts'

const gap = Number.NaN
const sample = (values: number[], columns: number) => sampleColumns(Float64Array.from(values), columns)

it('down-sampling draws every value while there are fewer values than pixels', () => {
  expect(sample([5, 1, 9], 100)).toEqual([0, 1, 2])
  expect(sample([], 100)).toEqual([])
})

it('down-sampling draws first, lowest, highest and last of a column, in order', () => {
  expect(sample([3, 9, 4, 1, 5, 2, 2, 2, 2, 2], 2)).toEqual([0, 1, 3, 4, 5, 9])
})

it('down-sampling never bridges a gap, even inside a pixel', () => {
  expect(sample([1, gap, 2, 3], 100)).toEqual([0, lineBreak, 2, 3])
  expect(sample([1, 5, gap, 2, 3], 1)).toEqual([0, 1, lineBreak, 4])
  expect(sample([gap, gap, 4, gap], 2)).toEqual([2])
})

it('down-sampling draws the extremes of a lower bound, too', () => {
  const upper = Float64Array.from([9, 9, 9, 9, 9, 9])
  const lower = Float64Array.from([1, 1, 0, 4, 1, 1])
  expect(sampleColumns(upper, 1, lower)).toEqual([0, 2, 3, 5])
})

it('a value between two gaps is isolated', () => {
  const values = Float64Array.from([1, gap, 2, gap, 3, 4])
  expect([0, 2, 4, 5].map(index => isIsolated(values, index))).toEqual([true, true, false, false])
})

it('down-sampling keeps extremes, ends, order and gaps of any series at any width', () => {
  const value = fc.oneof(
    { weight: 6, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
    { weight: 1, arbitrary: fc.constant(gap) },
  )
  fc.assert(
    fc.property(fc.array(value, { maxLength: 400 }), fc.integer({ min: 1, max: 120 }), (list, columns) => {
      const values = Float64Array.from(list)
      const sampled = sampleColumns(values, columns)
      const drawn = sampled.filter(index => index !== lineBreak)
      const present = list.flatMap((entry, i) => (Number.isNaN(entry) ? [] : [i]))
      expect(drawn).toEqual(drawn.toSorted((a, b) => a - b))
      expect(new Set(drawn).size).toBe(drawn.length)
      expect(drawn.length).toBeLessThanOrEqual(4 * columns)
      expect([drawn[0], drawn.at(-1)]).toEqual([present[0], present.at(-1)])
      // Each column has its lowest and its highest value.
      for (let column = 0; column < columns; column++) {
        const [from, to] = [column, column + 1].map(edge => Math.floor((edge * list.length) / columns))
        const inside = (indexes: number[]) => indexes.filter(i => i >= from! && i < to!).map(i => list[i]!)
        expect(Math.min(...inside(drawn))).toBe(Math.min(...inside(present)))
        expect(Math.max(...inside(drawn))).toBe(Math.max(...inside(present)))
      }
      // A break wherever values are missing between two drawn ones, and nowhere else.
      sampled.forEach((index, i) => {
        const next = sampled[i + 1]
        if (index === lineBreak || next === undefined) return
        const following = next === lineBreak ? sampled[i + 2]! : next
        expect(next === lineBreak).toBe(list.slice(index, following).some(Number.isNaN))
      })
    }),
  )
})
