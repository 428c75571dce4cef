import { describe, expect, it } from 'vitest'
import { marksOnScale, onScale, placeOf, rangeOnScale, soundScale } from './slider-values.ts'

const scale = soundScale(0, 999, 1)

describe('values of a slider', () => {
  it('mends scales that cannot be drawn', () => {
    expect(soundScale(5, 5, 0)).toEqual({ min: 5, max: 6, step: 1 })
    expect(soundScale(Number.NaN, Number.POSITIVE_INFINITY, -2)).toEqual({ min: 0, max: 1, step: 1 })
    expect(soundScale(-10, 10, 0.5)).toEqual({ min: -10, max: 10, step: 0.5 })
  })
  it('brings values onto the scale and into their order', () => {
    expect([-5, 1e9, Number.NaN, 600].map(value => onScale(value, scale))).toEqual([0, 999, 0, 600])
    expect(rangeOnScale([900, 200], scale)).toEqual([200, 900])
    expect(rangeOnScale([Number.NaN, Number.POSITIVE_INFINITY], scale)).toEqual([0, 999])
    expect(placeOf(600, soundScale(200, 1000, 1))).toBe(0.5)
  })
  it('draws each mark once, in order, inside the scale', () => {
    expect(
      marksOnScale(
        [
          { value: 800 },
          { value: 200, label: 'Low' },
          { value: 800, label: 'again' },
          { value: 4000 },
          { value: Number.NaN },
        ],
        scale,
      ),
    ).toEqual([{ value: 200, label: 'Low' }, { value: 800 }])
  })
})
