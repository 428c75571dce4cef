import { useId } from 'react'
import { Area, CartesianGrid, ComposedChart, Line, XAxis, YAxis } from 'recharts'
import { ChartFrame, directLabelsFrom } from '../chart-frame/chart-frame.tsx'
import { axisHeight, axisWidth, ChartPlot, gridLine, plotTop, tick } from '../plot/chart-plot.tsx'
import { Patterns } from '../plot/marks.tsx'
import { extent, finiteOrNull } from '../plot/numbers.ts'
import { seriesStyleOf, useForcedColors } from '../plot/series.ts'
import { scaleToPixels, valueAxis } from '../plot/value-axis.ts'
import {
  bandCentres,
  type ChartMark,
  type ChartUnit,
  fittingTicks,
  plotBox,
  type TimeChartProps,
  useTimeChart,
} from '../time/time-chart.ts'
import { DirectLabels, Incidents, labelSpace } from '../time/time-layers.tsx'

export interface AreaChartProps extends TimeChartProps {
  unit?: ChartUnit
  /** Stacks the areas: together they show the total. */
  stacked?: boolean
}

const noMarks: readonly ChartMark[] = []

/** Volume over time, for up to three series: a line with a pale fill down to zero. */
export function AreaChart({
  bucket,
  timeZone,
  marks = noMarks,
  onPointOpen,
  series,
  points,
  unit = 'count',
  stacked = false,
  height = 240,
  summary,
  ...frame
}: AreaChartProps) {
  const forced = useForcedColors()
  const patternId = useId()
  const chart = useTimeChart({ title: frame.title, series, points, bucket, timeZone, unit, stacked })
  const { format, zone, names, shown, filled, valueAt } = chart
  const times = filled.map(point => point.time)
  const floor = (index: number, n: number) =>
    stacked
      ? shown.slice(0, n).reduce((sum, entry) => sum + Math.max(0, valueAt(filled[index]!, entry.key) ?? 0), 0)
      : 0
  const levelAt = (index: number, n: number) => {
    const value = finiteOrNull(filled[index]?.values[shown[n]?.key ?? ''])
    return value === null ? null : stacked ? floor(index, n) + Math.max(0, value) : value
  }
  const found = extent(filled.flatMap((_, i) => shown.map((_entry, n) => levelAt(i, n))))
  const axis = valueAxis(Math.min(0, found?.low ?? 0), Math.max(0, found?.high ?? 0), unit === 'count')
  const domain: [number, number] = [axis.low, marks.length > 0 ? axis.high + (axis.high - axis.low) * 0.2 : axis.high]
  const data = times.map((time, index) => ({ time, index }))

  return (
    <ChartFrame
      {...frame}
      summary={summary ?? chart.sentence(filled)}
      series={series}
      kind="line"
      hidden={chart.hidden}
      onHiddenChange={chart.setHidden}
      directLabels
      height={height}
      table={chart.tableOf(filled)}
      timeZone={zone}
    >
      {({ width, summaryId }) => {
        const named = width >= directLabelsFrom && series.length <= 3
        const right = named ? labelSpace(shown) : 4
        const box = plotBox(width, height, right)
        const centres = bandCentres(filled.length, box.left, box.width)
        const y = (value: number) => scaleToPixels(value, domain, [box.top + box.height, box.top])
        const ends = shown.flatMap((entry, n) => {
          const index = filled.findLastIndex((_, i) => levelAt(i, n) !== null)
          return index < 0 ? [] : [{ series: entry, y: y(levelAt(index, n)!) }]
        })
        return (
          <ChartPlot
            name={frame.title}
            describedBy={summaryId}
            height={height}
            box={box}
            seriesCount={filled.length === 0 ? 0 : shown.length}
            pointOffsets={() => centres}
            valueOffset={({ series: n, index }) => {
              const value = levelAt(index, n)
              return value === null ? null : y(value)
            }}
            rowKeyOf={n => shown[n]?.key ?? ''}
            readOutAt={({ index }) => ({
              title: names.full(times[index] ?? Number.NaN),
              rows: stacked ? chart.rowsAt(filled[index]!, 'line').reverse() : chart.rowsAt(filled[index]!, 'line'),
              total: stacked ? chart.formatValue(chart.total(filled[index]!)) : undefined,
            })}
            onOpen={
              onPointOpen
                ? index => {
                    const point = filled[index]
                    if (point) onPointOpen(point)
                  }
                : undefined
            }
            overlay={named ? <DirectLabels box={box} ends={ends} /> : null}
          >
            <Incidents marks={marks} times={times} box={box} forced={forced} />
            <ComposedChart
              width={width}
              height={height}
              data={data}
              accessibilityLayer={false}
              margin={{ top: plotTop, right, bottom: 0, left: 0 }}
            >
              {forced ? <Patterns id={patternId} series={shown} forced /> : null}
              <CartesianGrid vertical={false} syncWithTicks {...gridLine(forced)} />
              <XAxis
                dataKey="time"
                scale="band"
                height={axisHeight}
                ticks={fittingTicks(times, bucket, zone, box.width)}
                interval={0}
                tickFormatter={names.short}
                tick={tick}
                tickLine={false}
                axisLine={{ stroke: 'var(--ds-border-strong)' }}
              />
              <YAxis
                width={axisWidth}
                domain={domain}
                ticks={axis.ticks}
                interval={0}
                tickFormatter={
                  unit === 'share' ? value => format.percent(Number(value), 0) : value => format.compact(Number(value))
                }
                tick={tick}
                tickLine={false}
                axisLine={false}
              />
              {shown.map((entry, n) => {
                const style = seriesStyleOf(entry.tone)
                return (
                  <Area
                    key={`${entry.key} ${n}`}
                    // The area between the lower and upper bound of a series: a gap in one series never shifts the ones
                    // above it.
                    dataKey={(row: (typeof data)[number]): [number, number] | null => {
                      const value = levelAt(row.index, n)
                      return value === null ? null : [floor(row.index, n), value]
                    }}
                    type="linear"
                    stroke="none"
                    fill={forced ? `url(#${patternId}-${entry.tone})` : style.stroke}
                    fillOpacity={forced ? 0.6 : 0.12}
                    dot={false}
                    activeDot={false}
                    isAnimationActive={false}
                    connectNulls={false}
                  />
                )
              })}
              {shown.map((entry, n) => (
                <Line
                  key={`${entry.key} ${n}`}
                  dataKey={(row: (typeof data)[number]) => levelAt(row.index, n)}
                  type="linear"
                  stroke={seriesStyleOf(entry.tone).stroke}
                  strokeWidth={1.5}
                  strokeDasharray={seriesStyleOf(entry.tone).dash}
                  dot={false}
                  activeDot={false}
                  isAnimationActive={false}
                  connectNulls={false}
                />
              ))}
            </ComposedChart>
          </ChartPlot>
        )
      }}
    </ChartFrame>
  )
}
