import { expect, it } from 'vitest'
import { changeOf } from './change-of.ts'

it('tells rates in points and all else as a share', () => {
  expect(changeOf('rate', 0.25, 0.2)).toBeCloseTo(5)
  expect(changeOf('count', 30, 20)).toBeCloseTo(0.5)
  expect(changeOf('amount', 0, 20)).toBe(-1)
})

it('does not call a rise from nothing no change', () => {
  expect(changeOf('count', 5, 0)).toBeNull()
  expect(changeOf('rate', 0.1, 0)).toBeCloseTo(10)
})
