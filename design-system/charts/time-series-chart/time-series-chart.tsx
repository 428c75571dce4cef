import { CartesianGrid, type DotItemDotProps, Line, LineChart, XAxis, YAxis } from 'recharts'
import { useControllable } from '../../lib/use-controllable.ts'
import { ChartFrame, directLabelsFrom } from '../chart-frame/chart-frame.tsx'
import { formatOrDash } from '../chart-frame/chart-table.tsx'
import { axisHeight, axisWidth, ChartPlot, gridLine, plotTop, tick } from '../plot/chart-plot.tsx'
import { Marker } from '../plot/marks.tsx'
import { clamp, extent, finiteOrNull } from '../plot/numbers.ts'
import { type ChartPoint, seriesStyleOf, useForcedColors } from '../plot/series.ts'
import { scaleToPixels, thinIndexes, valueAxis } from '../plot/value-axis.ts'
import {
  bandCentres,
  type ChartMark,
  type ChartUnit,
  fittingTicks,
  plotBox,
  type TimeChartProps,
  unitText,
  useTimeChart,
} from '../time/time-chart.ts'
import { DirectLabels, Incidents, labelSpace } from '../time/time-layers.tsx'
import { ChartBrush } from './chart-brush.tsx'

export interface TimeRange {
  from: number
  to: number
}

export interface TimeSeriesChartProps extends TimeChartProps {
  /**
   * `share`: a fraction between 0 and 1 printed as percent; `rate`: printed with significant digits, however small it
   * is.
   */
  unit?: ChartUnit
  /** The same series in the previous period, point for point: drawn dashed. */
  previous?: readonly ChartPoint[]
  /** Adds a brush that selects a part of the period. */
  brush?: boolean
  /** Visible buckets, by their start. */
  range?: TimeRange
  defaultRange?: TimeRange
  onRangeChange?: (range: TimeRange) => void
}

const noMarks: readonly ChartMark[] = []
const noPoints: readonly ChartPoint[] = []
const previousKey = 'previous '
const everything: TimeRange = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/** Trend of one to five figures. Gaps in the data are drawn as gaps. */
export function TimeSeriesChart({
  bucket,
  timeZone,
  marks = noMarks,
  onPointOpen,
  series,
  points,
  unit = 'count',
  previous = noPoints,
  brush = false,
  range,
  defaultRange = everything,
  onRangeChange,
  height = 240,
  summary,
  ...frame
}: TimeSeriesChartProps) {
  const forced = useForcedColors()
  const chart = useTimeChart({ title: frame.title, series, points, bucket, timeZone, unit })
  const { intl, format, zone, names, shown, filled, formatValue, valueAt } = chart
  const [span, setSpan] = useControllable({ value: range, defaultValue: defaultRange, onValueChange: onRangeChange })
  const last = filled.length - 1
  const from = brush
    ? clamp(
        filled.findIndex(point => point.time >= span.from),
        0,
        last,
      )
    : 0
  const to = brush
    ? clamp(
        filled.findLastIndex(point => point.time <= span.to),
        from,
        last,
      )
    : last
  const visible = filled.slice(from, to + 1)
  const times = visible.map(point => point.time)
  // Aligned with the visible points: an hour of yesterday under the same hour of today.
  const before = previous.slice(from, to + 1)
  const compared = before.length > 0
  const previousName = (label: string) => intl.formatMessage({ id: 'DesignSystem.Chart.Previous' }, { series: label })
  const beforeAt = (index: number, key: string) => finiteOrNull(before[index]?.values[key])
  const found = extent([...visible, ...before].flatMap(point => shown.map(entry => valueAt(point, entry.key))))
  const axis = valueAxis(Math.min(0, found?.low ?? 0), Math.max(0, found?.high ?? 0), unit === 'count')
  const domain: [number, number] = [axis.low, marks.length > 0 ? axis.high + (axis.high - axis.low) * 0.2 : axis.high]
  const named = compared
    ? [
        ...series,
        ...series.map(entry => ({ ...entry, key: `${previousKey}${entry.key}`, label: previousName(entry.label) })),
      ]
    : series
  const comparedShown = compared ? shown.filter(entry => !chart.hidden.has(`${previousKey}${entry.key}`)) : []
  const data = visible.map((point, i) => ({ time: point.time, now: point.values, before: before[i]?.values ?? {} }))
  const table = chart.tableOf(
    visible,
    compared
      ? series.map(entry => ({
          key: `${previousKey}${entry.key}`,
          label: previousName(entry.label),
          format: formatValue,
        }))
      : [],
    compared
      ? index => Object.fromEntries(series.map(entry => [`${previousKey}${entry.key}`, beforeAt(index, entry.key)]))
      : undefined,
  )
  const marked = new Set(thinIndexes(visible.length, 8))

  return (
    <ChartFrame
      {...frame}
      summary={summary ?? chart.sentence(visible)}
      series={named}
      kind={entry => (entry.key.startsWith(previousKey) ? 'dashed' : 'line')}
      hidden={chart.hidden}
      onHiddenChange={chart.setHidden}
      directLabels
      height={height}
      table={table}
      timeZone={zone}
      controls={
        brush && filled.length > 1 ? (
          <ChartBrush
            values={filled.map(point =>
              shown.reduce((sum, entry) => sum + Math.max(0, valueAt(point, entry.key) ?? 0), 0),
            )}
            names={filled.map(point => names.full(point.time))}
            range={[from, to]}
            onRangeChange={([first, end]) => setSpan({ from: filled[first]!.time, to: filled[end]!.time })}
          />
        ) : null
      }
    >
      {({ width, summaryId }) => {
        const direct = width >= directLabelsFrom && named.length <= 3
        const right = direct ? labelSpace(named) : 4
        const box = plotBox(width, height, right)
        const centres = bandCentres(visible.length, box.left, box.width)
        const y = (value: number) => scaleToPixels(value, domain, [box.top + box.height, box.top])
        const ends = [
          ...shown.flatMap(entry => {
            const end = visible.findLast(point => valueAt(point, entry.key) !== null)
            return end === undefined ? [] : [{ series: entry, y: y(valueAt(end, entry.key)!) }]
          }),
          ...comparedShown.flatMap(entry => {
            const end = before.findLastIndex(point => finiteOrNull(point.values[entry.key]) !== null)
            return end < 0
              ? []
              : [
                  {
                    series: { ...entry, label: previousName(entry.label) },
                    dashed: true,
                    y: y(beforeAt(end, entry.key)!),
                  },
                ]
          }),
        ]
        // A value between two gaps has no line: its mark is its only drawing. Where lines could be mixed up, some
        // points have a mark, too.
        const alone = (index: number, key: string) =>
          [index - 1, index + 1].every(i => visible[i] === undefined || valueAt(visible[i], key) === null)
        return (
          <ChartPlot
            name={frame.title}
            describedBy={summaryId}
            height={height}
            box={box}
            seriesCount={visible.length === 0 ? 0 : shown.length}
            pointOffsets={() => centres}
            valueOffset={({ series: n, index }) => {
              const value = finiteOrNull(visible[index]?.values[shown[n]?.key ?? ''])
              return value === null ? null : y(value)
            }}
            rowKeyOf={n => shown[n]?.key ?? ''}
            readOutAt={({ index }) => ({
              title: names.full(times[index] ?? Number.NaN),
              rows: chart.rowsAt(visible[index]!, 'line').flatMap(row =>
                compared
                  ? [
                      row,
                      {
                        key: `${previousKey}${row.key}`,
                        label: previousName(row.label),
                        tone: row.tone,
                        kind: 'dashed' as const,
                        value: formatOrDash(beforeAt(index, row.key), formatValue),
                      },
                    ]
                  : [row],
              ),
            })}
            onOpen={
              onPointOpen
                ? index => {
                    const point = visible[index]
                    if (point) onPointOpen(point)
                  }
                : undefined
            }
            overlay={direct ? <DirectLabels box={box} ends={ends} /> : null}
          >
            <Incidents marks={marks} times={times} box={box} forced={forced} />
            <LineChart
              width={width}
              height={height}
              data={data}
              accessibilityLayer={false}
              margin={{ top: plotTop, right, bottom: 0, left: 0 }}
            >
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
                tickFormatter={value => unitText(format, unit).axis(Number(value))}
                tick={tick}
                tickLine={false}
                axisLine={false}
              />
              {comparedShown.map((entry, i) => (
                <Line
                  key={`previous ${entry.key} ${i}`}
                  dataKey={(row: (typeof data)[number]) => finiteOrNull(row.before[entry.key])}
                  type="linear"
                  stroke={seriesStyleOf(entry.tone).stroke}
                  strokeWidth={1.25}
                  strokeDasharray="3 3"
                  dot={false}
                  activeDot={false}
                  isAnimationActive={false}
                  connectNulls={false}
                />
              ))}
              {shown.map((entry, i) => (
                <Line
                  key={`${entry.key} ${i}`}
                  dataKey={(row: (typeof data)[number]) => finiteOrNull(row.now[entry.key])}
                  type="linear"
                  stroke={seriesStyleOf(entry.tone).stroke}
                  strokeWidth={1.75}
                  strokeDasharray={compared ? '' : seriesStyleOf(entry.tone).dash}
                  dot={({ cx, cy, index }: DotItemDotProps) =>
                    typeof cy === 'number' && (alone(index, entry.key) || (shown.length > 1 && marked.has(index))) ? (
                      <Marker key={index} tone={entry.tone} x={cx ?? 0} y={cy} />
                    ) : (
                      <g key={index} />
                    )
                  }
                  activeDot={false}
                  isAnimationActive={false}
                  connectNulls={false}
                />
              ))}
            </LineChart>
          </ChartPlot>
        )
      }}
    </ChartFrame>
  )
}
