import { expect, it } from 'vitest'
import { partOfAxis, scoreAxes } from './score-axes.ts'

const zeroOf = ({ low, high }: { low: number; high: number }) => -low / (high - low)

it('columns and lines that begin at zero keep their own round ends', () => {
  expect(scoreAxes([12, null, 40], [0.1, 0.38], true)).toEqual({
    columns: { ticks: [10, 20, 30, 40], low: 0, high: 40 },
    lines: { ticks: [0.1, 0.2, 0.3, 0.4], low: 0, high: 0.4 },
  })
})
it.each([
  [
    [-300, 125],
    [-1.4, 0.84],
  ],
  [
    [-300, 125],
    [0, 0.84],
  ],
  [
    [0, 125],
    [-1.4, 0.84],
  ],
])('zero of %j and of %j is at one height, and no value is outside', (columns, lines) => {
  const axes = scoreAxes(columns, lines, false)
  expect(zeroOf(axes.columns)).toBeCloseTo(zeroOf(axes.lines), 9)
  expect(axes.columns.low).toBeLessThanOrEqual(Math.min(...columns))
  expect(axes.columns.high).toBeGreaterThanOrEqual(Math.max(...columns))
  expect(axes.lines.low).toBeLessThanOrEqual(Math.min(...lines))
  expect(axes.lines.high).toBeGreaterThanOrEqual(Math.max(...lines))
})
it('nothing has axes, too', () => {
  expect(scoreAxes([], [], true).columns).toEqual({ ticks: [1], low: 0, high: 1 })
  expect(scoreAxes([null], [null], true).columns.high).toBe(1)
})

it('a part of an axis has ends and ticks of its own; the whole axis keeps its round ones', () => {
  const axis = { low: 0, high: 0.4, ticks: [0.1, 0.2, 0.3, 0.4] }
  expect(partOfAxis(axis, [0, 1])).toBe(axis)
  const part = partOfAxis(axis, [0.25, 0.75])
  expect([part.low, part.high]).toEqual([expect.closeTo(0.1), expect.closeTo(0.3)])
  expect(part.ticks).toEqual([0.1, 0.15, 0.2, 0.25, 0.3].map(tick => expect.closeTo(tick)))
})
