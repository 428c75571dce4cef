import { expect, it } from 'vitest'
import { summariseSeries } from './series-summary.ts'

it('the summary of a series finds range, extremes and trend', () => {
  expect(summariseSeries([3, 1, 2, 9, 8, 9])).toEqual({ low: 1, high: 9, lowAt: 1, highAt: 3, trend: 'rising' })
  expect(summariseSeries([9, 8, 4, 1])?.trend).toBe('falling')
  expect(summariseSeries([5, 9, 1, 5])?.trend).toBe('steady')
})

it('the summary of a series works with little and with broken data', () => {
  expect(summariseSeries([])).toBeNull()
  expect(summariseSeries([null, Number.NaN, Number.POSITIVE_INFINITY])).toBeNull()
  expect(summariseSeries([7])).toEqual({ low: 7, high: 7, lowAt: 0, highAt: 0, trend: 'steady' })
  expect(summariseSeries([null, 2, Number.NaN, 4])).toMatchObject({ lowAt: 1, highAt: 3, trend: 'rising' })
})
