import { expect, it } from 'vitest'
import { isComparable, relativeChange } from './relative-change.ts'

it('a relative change tells rates in points and all else as a share', () => {
  expect(relativeChange('rate', 0.25, 0.2)).toBeCloseTo(5)
  expect(relativeChange('count', 30, 20)).toBeCloseTo(0.5)
  expect(relativeChange('amount', 0, 20)).toBe(-1)
})

it('a relative change does not call a rise from nothing no change', () => {
  expect(relativeChange('count', 5, 0)).toBeNull()
  expect(relativeChange('rate', 0.1, 0)).toBeCloseTo(10)
})

it('a period is not compared with one that had hardly an event', () => {
  expect(isComparable(14_000, 7)).toBe(false)
  expect(isComparable(14_000, 600)).toBe(false)
  expect(isComparable(3, 9)).toBe(false)
  expect(isComparable(14_000, 700)).toBe(true)
  expect(isComparable(0, 10)).toBe(true)
})
