import { expect, it } from 'vitest'
import { fitActions } from './fit-actions.ts'

it('the page header shows all while there is room', () => {
  expect(fitActions([100, 80, 60], 264, 12, 32)).toBe(3)
  expect(fitActions([], 10, 12, 32)).toBe(0)
  expect(fitActions([100], 100, 12, 32)).toBe(1)
})
it('the page header leaves the least important out first, and counts the menu', () => {
  expect(fitActions([100, 80, 60], 263, 12, 32)).toBe(2)
  expect(fitActions([100, 80, 60], 235, 12, 32)).toBe(1)
})
it('the page header keeps the first whatever the room', () => {
  expect(fitActions([100, 80], 0, 12, 32)).toBe(1)
  expect(fitActions([500], 10, 12, 32)).toBe(1)
})
