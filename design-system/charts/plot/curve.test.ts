import { expect, it } from 'vitest'
import { areaUnder, curvePoints, nearestPoint, nearestValue, pointsInPixel } from './curve.ts'

const at = (x: number, y: number, threshold = 0) => ({ x, y, threshold })

it('the curve has the areas of the textbook', () => {
  expect(areaUnder([at(0, 0), at(1, 1)], 'roc')).toBe(0.5)
  expect(areaUnder([at(0, 0), at(0, 1), at(1, 1)], 'roc')).toBe(1)
  // Four events, scores .9 + .7 fraud, .8 + .1 good: one pair of four is in the wrong order.
  expect(areaUnder([at(0, 0), at(0, 0.5), at(0.5, 0.5), at(0.5, 1), at(1, 1)], 'roc')).toBe(0.75)
  // The same four as average precision: (1/1 + 2/3) / 2.
  expect(areaUnder([at(0.5, 1), at(0.5, 0.5), at(1, 2 / 3), at(1, 0.5)], 'precision-recall')).toBeCloseTo(5 / 6, 10)
})

it('the curve does not care about the order and leaves out what is broken', () => {
  expect(areaUnder([at(1, 1), at(0.5, 0.8), at(0, 0)], 'roc')).toBeCloseTo(0.65, 10)
  expect(curvePoints([at(Number.NaN, 1), at(2, -1), at(0.2, 0.4, Number.POSITIVE_INFINITY)], 'roc')).toEqual([at(1, 0)])
  expect(areaUnder([], 'roc')).toBeNull()
})

it('the curve finds the point of a cut-off', () => {
  expect(nearestPoint([0, 10, 20], 14)).toBe(1)
  expect(nearestPoint([0, 10, 20], 15)).toBe(1)
  expect(nearestPoint([0, 10, 20], 99)).toBe(2)
  expect(nearestPoint([0, 10, 20], -5)).toBe(0)
  expect(nearestPoint([0, 10, 10, 10], 99)).toBe(1)
  expect(nearestPoint([], 14)).toBe(-1)
})

it('the pointer finds all points of its pixel, and the nearest where there are few', () => {
  expect(pointsInPixel([0, 10, 20], 14)).toEqual([1])
  expect(pointsInPixel([9.4, 9.6, 9.8, 10, 10.2, 10.4, 10.6], 10).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
  expect(pointsInPixel([], 10)).toEqual([])
})

it('the nearest cut-off is found although cut-offs fall along a curve', () => {
  expect(nearestValue([1000, 800, 720, 400, 0], 730)).toBe(2)
  expect(nearestValue([20, 10, 10], 10)).toBe(1)
  expect(nearestValue([], 10)).toBe(-1)
})
