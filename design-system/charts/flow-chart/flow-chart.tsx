import { type ReactNode, useId, useMemo } from 'react'
import { formatOrDash } from '../chart-frame/chart-table.tsx'
import { axisWidth, ChartPlot } from '../plot/chart-plot.tsx'
import { finiteOrNull } from '../plot/numbers.ts'
import { type ChartSeries, useForcedColors } from '../plot/series.ts'
import { scaleToPixels } from '../plot/value-axis.ts'
import { BarFrame, barName } from '../time/bar-frame.tsx'
import { barPeriods } from '../time/bar-periods.ts'
import {
  bandCentres,
  type ChartUnit,
  plotBox,
  type TimeChartProps,
  unitText,
  useTimeChart,
} from '../time/time-chart.ts'
import { SeriesReaders, type TimeReading, useTimeData } from '../time/use-time-data.tsx'
import { flowAxes } from './flow-axes.ts'
import { FlowPlot } from './flow-plot.tsx'

export interface FlowChartProps extends Omit<TimeChartProps, 'marks'> {
  /** What the flow leaves behind at the end of each bucket: a line with its own axis, after the plot. */
  stock: ChartSeries
  /** Unit of the line: `share` for a fraction between 0 and 1, such as the rate that belongs to a volume. */
  stockUnit?: ChartUnit
  /** What the stock of late buckets is expected to be: a dashed line in a band, on the axis of the stock. */
  expectation?: FlowExpectation
  /** Start of the first bucket that still changes: from it on the plot is shaded. */
  changingFrom?: number | undefined
  /** A sentence under the plot, in place of the time zone. */
  note?: ReactNode
}

/** The expected course of a stock. Its values stand in the points, under the keys given here. */
export interface FlowExpectation {
  line: ChartSeries
  /** Limits of the band: columns of the table. */
  low: Pick<ChartSeries, 'key' | 'label'>
  high: Pick<ChartSeries, 'key' | 'label'>
}

const seriesOf = ({
  series,
  stock,
  expectation,
}: {
  series: readonly ChartSeries[]
  stock: ChartSeries
  expectation?: FlowExpectation | undefined
}) => [...series, stock, ...(expectation ? [expectation.line] : [])]

/** A bar narrower than this would blur into grey: its bucket shares a bar with others. */
const minBar = 3

/** Digits that tell the lines of an axis of shares apart. @param top the highest of them */
const shareDigits = (top: number): 0 | 2 => (top < 0.1 ? 2 : 0)

/**
 * What comes in and goes out per bucket, side by side, and the stock that results: inflow, outflow and size of a
 * queue. Where bars would be too thin to see, each adds up a longer period, of which the stock is that at its end.
 */
export function FlowChart({ points, ...props }: FlowChartProps) {
  const reading = useTimeData(points)
  return (
    <>
      <SeriesReaders data={reading.data} series={seriesOf(props)} />
      <FlowFrame {...props} reading={reading} />
    </>
  )
}

function FlowFrame({
  bucket,
  timeZone,
  onPointOpen,
  series,
  stock,
  stockUnit = 'count',
  expectation,
  changingFrom,
  partialFirst = false,
  partialLast = false,
  reading,
  height = 240,
  summary,
  ...frame
}: Omit<FlowChartProps, 'points'> & { reading: TimeReading }) {
  const forced = useForcedColors()
  const patternId = useId()
  const named = useMemo(() => seriesOf({ series, stock, expectation }), [series, stock, expectation])
  const lineKeys = [stock.key, ...(expectation ? [expectation.line.key] : [])]
  const units = useMemo(
    () => ({ [stock.key]: stockUnit, ...(expectation ? { [expectation.line.key]: stockUnit } : {}) }),
    [stock.key, stockUnit, expectation],
  )
  const chart = useTimeChart({
    title: frame.title,
    series: named,
    reading,
    bucket,
    timeZone,
    units,
    partialFirst,
    partialLast,
    changingFrom,
  })
  const { format, zone, shown, data, formatOf } = chart
  const flows = shown.filter(({ key }) => !lineKeys.includes(key))
  const line = shown.find(({ key }) => key === stock.key)
  const expected = expectation && shown.includes(expectation.line) ? expectation : null
  const patterned = forced || series.length > 1
  const fill = patterned ? ('pattern' as const) : ('fill' as const)
  const limits = expectation ? [expectation.low, expectation.high] : []
  const barsIn = (width: number) => {
    const most = Math.floor(plotBox(width, height, axisWidth).width / (minBar * Math.max(1, series.length)))
    return barPeriods(data, bucket, zone, Math.max(1, most))
  }

  return (
    <BarFrame
      {...frame}
      chart={chart}
      barsIn={barsIn}
      summary={summary}
      series={named}
      kind={({ key }) => (key === stock.key ? 'solid' : lineKeys.includes(key) ? 'dashed' : fill)}
      columns={limits.map(limit => ({ ...limit, format: formatOf(stock.key) }))}
      height={height}
    >
      {({ width, summaryId }) => {
        const box = plotBox(width, height, axisWidth)
        const bars = barsIn(width)
        const starts = Float64Array.from({ length: bars.count }, (_, bar) => data.times[bars.bounds(bar)[0]]!)
        const columns = flows.map(entry => bars.sums(data.values(entry.key)))
        const stocks = data.values(stock.key)
        const band = expected && {
          entry: expected.line,
          values: data.values(expected.line.key),
          low: data.values(expected.low.key),
          high: data.values(expected.high.key),
        }
        const axes = flowAxes(
          columns,
          [...(line ? [stocks] : []), ...(band ? [band.values, band.high] : [])],
          stockUnit === 'count',
        )
        const last = (bar: number) => bars.bounds(bar)[1]
        /** The value of a line at the end of a bar. */
        const lineAt = (key: string, bar: number) => data.values(key)[last(bar)] ?? Number.NaN
        const isLine = ({ key }: ChartSeries) => lineKeys.includes(key)
        const textOf = (entry: ChartSeries, index: number) => {
          const format = formatOf(entry.key)
          const value = isLine(entry) ? lineAt(entry.key, index) : columns[shown.indexOf(entry)]?.[index]
          const text = formatOrDash(finiteOrNull(value), format)
          if (entry !== expected?.line || value === undefined || Number.isNaN(value)) return text
          return `${text} (${format(lineAt(expected.low.key, index))} – ${format(lineAt(expected.high.key, index))})`
        }
        const toPixels = (value: number, top: number) => scaleToPixels(value, [0, top], [box.top + box.height, box.top])
        return (
          <ChartPlot
            name={frame.title}
            describedBy={summaryId}
            height={height}
            box={box}
            along={{ name: 'time', positions: starts }}
            band={box.width / Math.max(1, bars.count)}
            seriesCount={bars.count === 0 ? 0 : shown.length}
            pointOffsets={() => bandCentres(bars.count, box.left, box.width)}
            valueOffset={({ series: n, index }) => {
              const entry = shown[n]
              if (entry === undefined) return null
              const value = isLine(entry) ? lineAt(entry.key, index) : (columns[n]?.[index] ?? Number.NaN)
              return Number.isNaN(value) ? null : toPixels(value, isLine(entry) ? axes.stockTop : axes.flowTop)
            }}
            rowKeyOf={n => shown[n]?.key ?? ''}
            readOutAt={({ index }) => ({
              title: barName(chart, bars, index),
              rows: shown.map(entry => ({
                key: entry.key,
                label: entry.label,
                tone: entry.tone,
                kind: entry === line ? ('solid' as const) : isLine(entry) ? ('dashed' as const) : fill,
                value: textOf(entry, index),
              })),
            })}
            onOpen={
              onPointOpen
                ? bar => {
                    const [from, to] = bars.bounds(bar)
                    const values = Object.fromEntries(flows.map((entry, n) => [entry.key, columns[n]?.[bar] ?? 0]))
                    const point = data.points[from]
                    if (point) onPointOpen(from === to ? point : { time: point.time, until: data.times[to]!, values })
                  }
                : undefined
            }
          >
            <FlowPlot
              space={{ width, height, box }}
              times={data.times}
              bars={bars}
              place={{ locale: format.locale, timeZone: zone }}
              axes={axes}
              flows={flows}
              columns={columns}
              line={line ? { entry: line, values: stocks } : null}
              expected={band}
              changingFrom={changingFrom ?? Number.POSITIVE_INFINITY}
              valueText={format.compact}
              stockText={
                stockUnit === 'share'
                  ? value => format.percent(value, shareDigits(axes.stockTop))
                  : unitText(format, stockUnit).axis
              }
              forced={forced}
              patterned={patterned}
              patternId={patternId}
            />
          </ChartPlot>
        )
      }}
    </BarFrame>
  )
}
