import { useControllable } from '../../lib/use-controllable.ts'
import { ChartFrame } from '../chart-frame/chart-frame.tsx'
import { formatOrDash } from '../chart-frame/chart-table.tsx'
import { clamp, finiteOrNull } from '../plot/numbers.ts'
import type { ChartPoint, ChartSeries } from '../plot/series.ts'
import { type ChartMark, type ChartUnit, type TimeChartProps, useTimeChart } from '../time/time-chart.ts'
import { sliceTimeData, valuesOf } from '../time/time-data.ts'
import { SeriesReaders, type TimeReading, useTimeData } from '../time/use-time-data.tsx'
import { ChartBrush } from './chart-brush.tsx'
import { TimeSeriesPlot } from './time-series-plot.tsx'

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
  /** Buckets that are initially visible, for uncontrolled use. */
  defaultRange?: TimeRange
  /** Called with the visible buckets after a drag or a key. */
  onRangeChange?: (range: TimeRange) => void
}

const noMarks: readonly ChartMark[] = []
const noPoints: readonly ChartPoint[] = []
const noPoint: ChartPoint = { time: Number.NaN, values: {} }
const previousKey = 'previous '
const everything: TimeRange = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/** Trend of one to five figures, of up to 50,000 points each. Gaps in the data are drawn as gaps. */
export function TimeSeriesChart({ points, ...props }: TimeSeriesChartProps) {
  const reading = useTimeData(points)
  return (
    <>
      <SeriesReaders data={reading.data} series={props.series} />
      <TimeSeriesFrame {...props} reading={reading} />
    </>
  )
}

function TimeSeriesFrame({
  bucket,
  timeZone,
  marks = noMarks,
  onPointOpen,
  series,
  reading,
  unit = 'count',
  previous = noPoints,
  brush = false,
  range,
  defaultRange = everything,
  onRangeChange,
  partialFirst = false,
  partialLast = false,
  height = 240,
  summary,
  ...frame
}: Omit<TimeSeriesChartProps, 'points'> & { reading: TimeReading }) {
  const chart = useTimeChart({
    title: frame.title,
    series,
    reading,
    bucket,
    timeZone,
    unit,
    partialFirst,
    partialLast,
  })
  const { intl, zone, name, shown, data, formatValue } = chart
  const [span, setSpan] = useControllable({ value: range, defaultValue: defaultRange, onValueChange: onRangeChange })
  const last = data.points.length - 1
  const from = brush
    ? clamp(
        data.times.findIndex(time => time >= span.from),
        0,
        last,
      )
    : 0
  const to = brush
    ? clamp(
        data.times.findLastIndex(time => time <= span.to),
        from,
        last,
      )
    : last
  const visible = sliceTimeData(data, from, to)
  // Aligned with the visible points: an hour of yesterday under the same hour of today.
  const before = previous.length > from ? visible.points.map((_, i) => previous[from + i] ?? noPoint) : noPoints
  const compared = before.length > 0
  const previousName = (label: string) => intl.formatMessage({ id: 'DesignSystem.Chart.Previous' }, { series: label })
  const previousOf = (entries: readonly ChartSeries[]) =>
    compared
      ? entries.map(entry => ({ ...entry, key: `${previousKey}${entry.key}`, label: previousName(entry.label) }))
      : []
  const beforeAt = (index: number, key: string) => finiteOrNull(before[index]?.values[key])
  const named = [...series, ...previousOf(series)]
  const table = chart.tableOf(
    visible,
    previousOf(series).map(({ key, label }) => ({ key, label, format: formatValue })),
    compared
      ? index => Object.fromEntries(series.map(entry => [`${previousKey}${entry.key}`, beforeAt(index, entry.key)]))
      : undefined,
  )
  const lines = [
    ...previousOf(shown)
      .filter(entry => !chart.hidden.has(entry.key))
      .map(entry => ({ series: entry, values: valuesOf(before, entry.key.slice(previousKey.length)), dashed: true })),
    ...shown.map(entry => ({ series: entry, values: visible.values(entry.key), dashed: false })),
  ]

  return (
    <ChartFrame
      {...frame}
      steps
      pending={chart.pending}
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
        brush && data.points.length > 1 ? (
          <ChartBrush
            values={chart.totals(data)}
            times={data.times}
            name={name}
            range={[from, to]}
            onRangeChange={([first, end]) => setSpan({ from: data.times[first]!, to: data.times[end]! })}
          />
        ) : null
      }
    >
      {space => (
        <TimeSeriesPlot
          title={frame.title}
          space={space}
          lines={lines}
          named={named}
          times={visible.times}
          bucket={bucket}
          zone={zone}
          unit={unit}
          marks={marks}
          readOutAt={index => ({
            title: name(visible.times[index] ?? Number.NaN),
            rows: chart.rowsAt(visible.points[index]!, 'line').flatMap(row => [
              row,
              ...(compared
                ? [
                    {
                      key: `${previousKey}${row.key}`,
                      label: previousName(row.label),
                      tone: row.tone,
                      kind: 'dashed' as const,
                      value: formatOrDash(beforeAt(index, row.key), formatValue),
                    },
                  ]
                : []),
            ]),
          })}
          onOpen={
            onPointOpen
              ? index => {
                  const point = visible.points[index]
                  if (point) onPointOpen(point)
                }
              : undefined
          }
        />
      )}
    </ChartFrame>
  )
}
