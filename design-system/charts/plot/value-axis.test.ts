import { expect, it } from 'vitest'
import { percentDigits, scaleToPixels, thinIndexes, valueAxis, valueTicks } from './value-axis.ts'

it.each([
  [3012, [1000, 2000, 3000, 4000], true],
  [2900, [1000, 2000, 3000], true],
  [1900, [500, 1000, 1500, 2000], true],
  [3, [1, 2, 3], true],
  [2, [1, 2], true],
  [1, [1], true],
  [9, [3, 6, 9], true],
  [10, [5, 10], true],
  [0.42, [0.2, 0.4, 0.6], false],
  [0.5733, [0.2, 0.4, 0.6], false],
  [0, [1], true],
] as const)('the value axis has round ticks up to %d', (most, ticks, whole) => {
  expect(valueTicks(most, whole).ticks).toEqual(ticks)
})

it('the last tick is never below the highest value', () => {
  for (let most = 1; most < 5000; most += 7) {
    const { ticks, top } = valueTicks(most, true)
    expect(top).toBe(ticks.at(-1))
    expect(top).toBeGreaterThanOrEqual(most)
    expect(ticks.length).toBeLessThanOrEqual(4)
    const axis = valueAxis(-most, most / 3, true)
    expect(axis.ticks[0]).toBeLessThanOrEqual(-most)
    expect(axis.ticks.at(-1)).toBeGreaterThanOrEqual(most / 3)
    expect(axis.ticks.length).toBeLessThanOrEqual(6)
  }
})

it('the value axis takes zero and both sides in', () => {
  expect(valueAxis(-40, 100, true)).toEqual({ ticks: [-50, 0, 50, 100], low: -50, high: 100 })
  expect(valueAxis(-100, -20, true)).toEqual({ ticks: [-100, -75, -50, -25, 0], low: -100, high: 0 })
})

it('the value axis survives the ends of what a number can be', () => {
  for (const [low, high] of [
    [0, 0],
    [-1e308, 1e307],
    [0, 5e-324],
    [-5e-324, 0],
    [0, 1e300],
  ] as const) {
    const axis = valueAxis(low, high, false)
    expect(axis.ticks.length).toBeGreaterThan(0)
    expect(axis.ticks.length).toBeLessThan(12)
    expect(axis.ticks.every(Number.isFinite)).toBe(true)
  }
})

it('the value axis maps values to pixels', () => {
  expect(scaleToPixels(5, [0, 10], [100, 0])).toBe(50)
  expect(scaleToPixels(3, [3, 3], [0, 80])).toBe(40)
  expect(thinIndexes(24, 8)).toEqual([0, 3, 6, 9, 12, 15, 18, 21])
  expect(thinIndexes(0, 8)).toEqual([])
})

it.each([
  [[0, 0.25, 0.5, 0.75, 1], 0],
  [[0, 0.075, 0.15, 0.225, 0.3], 2],
  [[0.4, 0.4125, 0.425], 2],
])('percentages of %j have %i digits', (ticks, digits) => {
  expect(percentDigits(ticks)).toBe(digits)
})
