import { extent } from '../plot/numbers.ts'
import { sharedTicks, valueTicks } from '../plot/value-axis.ts'
import type { Values } from '../sampling/m4.ts'

/** The two axes of a flow: both begin at zero and share their grid lines. */
export interface FlowAxes {
  flowTicks: number[]
  flowTop: number
  stockTicks: number[]
  stockTop: number
}

/**
 * Axes that hold the highest bar and the highest value of the stock and of what is expected of it.
 * @param wholeStocks whether the stock is a count, as the flows are; otherwise it is a share, and has no tick above 1
 */
export function flowAxes(columns: readonly Values[], stocks: readonly Values[], wholeStocks = true): FlowAxes {
  const most = Math.max(0, ...columns.map(values => extent(values)?.high ?? 0))
  const { ticks, top } = valueTicks(most, true)
  const stockTicks = sharedTicks(
    Math.max(0, ...stocks.map(values => extent(values)?.high ?? 0)),
    ticks.length,
    wholeStocks,
  )
  return {
    flowTicks: ticks,
    flowTop: top,
    stockTicks: wholeStocks ? stockTicks : stockTicks.filter(tick => tick <= 1),
    stockTop: stockTicks.at(-1) ?? 1,
  }
}
