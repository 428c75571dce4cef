import { useId } from 'react'
import { Bar, BarChart, type BarShapeProps, CartesianGrid, XAxis, YAxis } from 'recharts'
import { ChartFrame } from '../chart-frame/chart-frame.tsx'
import { axisHeight, axisWidth, ChartPlot, gridLine, plotTop, tick } from '../plot/chart-plot.tsx'
import { Patterns } from '../plot/marks.tsx'
import { finiteOrNull } from '../plot/numbers.ts'
import { type ChartSeries, seriesStyleOf, useForcedColors } from '../plot/series.ts'
import { scaleToPixels, valueTicks } from '../plot/value-axis.ts'
import {
  bandCentres,
  type ChartMark,
  fittingTicks,
  plotBox,
  type TimeChartProps,
  useTimeChart,
} from '../time/time-chart.ts'
import { Incidents } from '../time/time-layers.tsx'

export interface StackedBarChartProps extends TimeChartProps {
  /** Scales each bar to 100 %: shares instead of counts. */
  percent?: boolean
}

const noMarks: readonly ChartMark[] = []

/** Composition over time: decisions per hour or day, in the order of the series, 1 pixel apart. */
export function StackedBarChart({
  bucket,
  timeZone,
  marks = noMarks,
  onPointOpen,
  series,
  points,
  percent = false,
  height = 240,
  summary,
  ...frame
}: StackedBarChartProps) {
  const forced = useForcedColors()
  const patternId = useId()
  const chart = useTimeChart({ title: frame.title, series, points, bucket, timeZone, stacked: true })
  const { format, zone, names, shown, filled } = chart
  const times = filled.map(point => point.time)
  // A part of a composition is never negative.
  const part = (index: number, key: string) => Math.max(0, finiteOrNull(filled[index]?.values[key]) ?? 0)
  const totals = filled.map((_, i) => shown.reduce((sum, entry) => sum + part(i, entry.key), 0))
  const drawn = (index: number, key: string) =>
    percent ? (totals[index]! > 0 ? part(index, key) / totals[index]! : 0) : part(index, key)
  const axis = percent
    ? { ticks: [0.25, 0.5, 0.75, 1], top: 1 }
    : valueTicks(
        totals.reduce((most, sum) => Math.max(most, sum), 0),
        true,
      )
  // A mark prints its name above the bars.
  const top = marks.length > 0 ? axis.top * 1.2 : axis.top
  const data = times.map((time, index) => ({ time, index }))
  const share = (index: number, key: string) =>
    `${format.number(part(index, key))} · ${format.percent(totals[index]! > 0 ? part(index, key) / totals[index]! : 0, 0)}`

  return (
    <ChartFrame
      {...frame}
      summary={summary ?? chart.sentence(filled)}
      series={series}
      kind="fill"
      hidden={chart.hidden}
      onHiddenChange={chart.setHidden}
      height={height}
      table={chart.tableOf(filled)}
      timeZone={zone}
    >
      {({ width, summaryId }) => {
        const box = plotBox(width, height)
        const band = box.width / Math.max(1, filled.length)
        const centres = bandCentres(filled.length, box.left, box.width)
        const middle = (n: number, index: number) =>
          shown.slice(0, n).reduce((sum, entry) => sum + drawn(index, entry.key), 0) +
          drawn(index, shown[n]?.key ?? '') / 2
        return (
          <ChartPlot
            name={frame.title}
            describedBy={summaryId}
            height={height}
            box={box}
            band={band}
            seriesCount={filled.length === 0 ? 0 : shown.length}
            pointOffsets={() => centres}
            valueOffset={({ series: n, index }) =>
              scaleToPixels(middle(n, index), [0, top], [box.top + box.height, box.top])
            }
            rowKeyOf={n => shown[n]?.key ?? ''}
            readOutAt={({ index }) => ({
              title: names.full(times[index] ?? Number.NaN),
              // In the order of the bar, from the top down.
              rows: chart
                .rowsAt(filled[index]!, 'fill')
                .map(row => (percent ? { ...row, value: share(index, row.key) } : row))
                .reverse(),
              total: format.number(totals[index] ?? 0),
            })}
            onOpen={
              onPointOpen
                ? index => {
                    const point = filled[index]
                    if (point) onPointOpen(point)
                  }
                : undefined
            }
          >
            <Incidents marks={marks} times={times} box={box} forced={forced} />
            <BarChart
              width={width}
              height={height}
              data={data}
              accessibilityLayer={false}
              margin={{ top: plotTop, right: 0, bottom: 0, left: 0 }}
              barCategoryGap="18%"
              stackOffset="none"
            >
              {forced ? <Patterns id={patternId} series={shown} forced /> : null}
              <CartesianGrid vertical={false} syncWithTicks {...gridLine(forced)} />
              <XAxis
                dataKey="time"
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
                domain={[0, top]}
                ticks={axis.ticks}
                interval={0}
                tickFormatter={
                  percent ? value => format.percent(Number(value), 0) : value => format.compact(Number(value))
                }
                tick={tick}
                tickLine={false}
                axisLine={false}
              />
              {shown.map((entry, i) => (
                <Bar
                  key={`${entry.key} ${i}`}
                  dataKey={(row: (typeof data)[number]) => drawn(row.index, entry.key)}
                  stackId="all"
                  isAnimationActive={false}
                  maxBarSize={32}
                  shape={(shape: BarShapeProps) => (
                    <Block shape={shape} entry={entry} pattern={forced ? `url(#${patternId}-${entry.tone})` : null} />
                  )}
                />
              ))}
            </BarChart>
          </ChartPlot>
        )
      }}
    </ChartFrame>
  )
}

/** One part of a bar, a pixel shorter than its share, so that neighbours never touch. */
function Block({ shape, entry, pattern }: { shape: BarShapeProps; entry: ChartSeries; pattern: string | null }) {
  const { x, y, width, height } = shape
  if (!(height > 0)) return <g />
  const style = seriesStyleOf(entry.tone)
  const inner = Math.max(height - 1, 0.75)
  const lined = style.fill !== style.stroke || pattern !== null
  const edge = lined && inner > 1 ? 0.5 : 0
  return (
    <rect
      x={x + edge}
      y={y + 1 + edge}
      width={Math.max(width - 2 * edge, 0)}
      height={Math.max(inner - 2 * edge, 0.5)}
      fill={pattern ?? style.fill}
      stroke={lined ? (pattern === null ? style.stroke : 'CanvasText') : 'none'}
      strokeWidth={1}
    />
  )
}
