import { expect, it } from 'vitest'
import { createTimeData, sliceTimeData, stackValues, sumOf } from './time-data.ts'

const point = (time: number, a: number | null) => ({ time, values: { a } })
const data = createTimeData([point(0, 1), point(10, null), point(20, 3), point(30, Number.POSITIVE_INFINITY)])

it('a series is read once, with gaps for what cannot be drawn', () => {
  expect([...data.values('a')]).toEqual([1, Number.NaN, 3, Number.NaN])
  expect(data.values('a')).toBe(data.values('a'))
  expect([...data.values('unknown')]).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN])
})

it('a part of the period shares the values of the whole', () => {
  const part = sliceTimeData(data, 1, 2)
  expect([...part.times]).toEqual([10, 20])
  expect([...part.values('a')]).toEqual([Number.NaN, 3])
  expect(part.values('a').buffer).toBe(data.values('a').buffer)
  expect(part.values('a')).toBe(part.values('a'))
  expect(sliceTimeData(data, 0, 3)).toBe(data)
})

it('a gap adds nothing to a sum', () => {
  expect([...sumOf(4, [data.values('a'), Float64Array.from([1, 1, 1, 1])])]).toEqual([2, 1, 4, 1])
})

it('parts of a stack begin where the ones before them end, above gaps and negative values, too', () => {
  const { floors, levels } = stackValues(
    3,
    [
      [1, Number.NaN, -5],
      [10, 20, 30],
    ].map(part => Float64Array.from(part)),
  )
  expect(floors.map(floor => [...floor])).toEqual([
    [0, 0, 0],
    [1, 0, 0],
  ])
  expect(levels.map(level => [...level])).toEqual([
    [1, Number.NaN, 0],
    [11, 20, 30],
  ])
})
