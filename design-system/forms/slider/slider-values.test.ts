import { describe, expect, it } from 'vitest'
import { clampRangeToScale, clampToScale, marksOnScale, normaliseScale, scaleFraction } from './slider-values.ts'

const scale = normaliseScale(0, 999, 1)

describe('values of a slider', () => {
  it('a slider mends scales that cannot be drawn', () => {
    expect(normaliseScale(5, 5, 0)).toEqual({ min: 5, max: 6, step: 1 })
    expect(normaliseScale(Number.NaN, Number.POSITIVE_INFINITY, -2)).toEqual({ min: 0, max: 1, step: 1 })
    expect(normaliseScale(-10, 10, 0.5)).toEqual({ min: -10, max: 10, step: 0.5 })
  })
  it('a slider brings values onto the scale and into their order', () => {
    expect([-5, 1e9, Number.NaN, 600].map(value => clampToScale(value, scale))).toEqual([0, 999, 0, 600])
    expect(clampRangeToScale([900, 200], scale)).toEqual([200, 900])
    expect(clampRangeToScale([Number.NaN, Number.POSITIVE_INFINITY], scale)).toEqual([0, 999])
    expect(scaleFraction(600, normaliseScale(200, 1000, 1))).toBe(0.5)
  })
  it('a slider draws each mark once, in order, inside the scale', () => {
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
