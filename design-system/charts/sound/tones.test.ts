import { expect, it } from 'vitest'
import { tonesOf } from './tones.ts'

it('the lowest value is 220 Hz, the highest 880 Hz, and the middle between them an octave from both', () => {
  expect(tonesOf([10, 30, 20]).map(({ frequency }) => Math.round(frequency ?? 0))).toEqual([220, 880, 440])
})

it('runs from left to right, one tone after another', () => {
  expect(tonesOf([1, 2, 3, 4, 5]).map(({ pan }) => pan)).toEqual([-1, -0.5, 0, 0.5, 1])
  expect(tonesOf([1, 2, 3]).map(({ start, length }) => [start, length])).toEqual([
    [0, 0.25],
    [0.25, 0.25],
    [0.5, 0.25],
  ])
})

it('a gap is silent, values that do not change have one pitch in the middle', () => {
  expect(tonesOf([1, null, 2]).map(({ frequency }) => frequency === null)).toEqual([false, true, false])
  expect(tonesOf([5, 5]).map(({ frequency, pan }) => [Math.round(frequency ?? 0), pan])).toEqual([
    [440, -1],
    [440, 1],
  ])
  expect(tonesOf([5])).toMatchObject([{ pan: 0 }])
  expect(tonesOf([null, Number.NaN])).toEqual([])
})

it.each([20, 21, 60, 192, 2500, 50_000])('%i steps take at most five seconds and lose no peak', count => {
  const values = Array.from({ length: count }, (_, i) => (i === 13 ? 900 : i % 7))
  const tones = tonesOf(values)
  const end = (tones.at(-1)?.start ?? 0) + (tones.at(-1)?.length ?? 0)
  expect(end).toBeLessThanOrEqual(5.000001)
  expect(tones.length).toBeLessThanOrEqual(100)
  expect(Math.round(Math.max(...tones.map(({ frequency }) => frequency ?? 0)))).toBe(880)
  expect(tones.every(({ length }) => length >= 0.0499)).toBe(true)
})
