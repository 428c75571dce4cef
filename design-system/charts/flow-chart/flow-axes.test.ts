import { expect, it } from 'vitest'
import { flowAxes } from './flow-axes.ts'

it('the axis of the stock has the grid lines of the flows', () => {
  expect(flowAxes([Float64Array.of(880, 610), Float64Array.of(790)], [Float64Array.of(130, Number.NaN, 50)])).toEqual({
    flowTicks: [250, 500, 750, 1000],
    flowTop: 1000,
    stockTicks: [50, 100, 150, 200],
    stockTop: 200,
  })
})

it('no stock lies beyond its last line, however many lines the flows have', () => {
  for (let most = 1; most < 3000; most += 7)
    for (const flow of [1, 2, 3, 9, 300, 4000]) {
      const { flowTicks, stockTicks, stockTop } = flowAxes([Float64Array.of(flow)], [Float64Array.of(most)])
      expect(stockTicks).toHaveLength(flowTicks.length)
      expect(stockTop).toBeGreaterThanOrEqual(most)
      expect(stockTicks.every(Number.isInteger)).toBe(true)
    }
})

it('nothing at all has axes, too', () => {
  expect(flowAxes([], [])).toEqual({ flowTicks: [1], flowTop: 1, stockTicks: [1], stockTop: 1 })
})

it('a stock that is a share has fractions on its axis', () => {
  const { stockTicks } = flowAxes([Float64Array.of(30)], [Float64Array.of(0.031)], false)
  expect(stockTicks).toEqual([0.02, 0.04, 0.06])
})

it('a share has no tick above 100 %, though its lines are those of the bars', () => {
  const { flowTicks, stockTicks, stockTop } = flowAxes([Float64Array.of(11)], [Float64Array.of(0.9)], false)
  expect(flowTicks).toEqual([5, 10, 15])
  expect({ stockTicks, stockTop }).toEqual({ stockTicks: [0.5, 1], stockTop: 1.5 })
})

it('what is expected of a stock has room on its axis', () => {
  expect(
    flowAxes([Float64Array.of(30)], [Float64Array.of(0.031), Float64Array.of(0.09)], false).stockTop,
  ).toBeGreaterThanOrEqual(0.09)
})
