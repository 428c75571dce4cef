import { expect, it } from 'vitest'
import { narrowBounds, offsetWithin } from './server-clock.ts'

const unknown = { from: -Infinity, to: Infinity }
const at = Date.parse('2026-03-02T09:00:00Z')

it('clocks that may agree are taken as equal', () => {
  expect(offsetWithin(unknown)).toBe(0)
  expect(offsetWithin(narrowBounds(unknown, at, at + 200, at + 300))).toBe(0)
})

it('every further answer narrows what is known of a service that is two minutes ahead', () => {
  const first = narrowBounds(unknown, at + 120_000, at + 100, at + 300)
  expect(first).toEqual({ from: 119_700, to: 120_900 })
  const second = narrowBounds(first, at + 121_000, at + 900, at + 950)
  expect(second).toEqual({ from: 120_050, to: 120_900 })
  expect(offsetWithin(second)).toBe(120_475)
})

it('after a change of the clock of the device the last answer counts alone', () => {
  const before = narrowBounds(unknown, at, at, at + 100)
  expect(offsetWithin(narrowBounds(before, at, at + 60_000, at + 60_100))).toBe(-59_550)
})
