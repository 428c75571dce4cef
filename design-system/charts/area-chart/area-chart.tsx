import { useId, useMemo } from 'react'
import { ChartFrame, directLabelsFrom, type PlotSpace } from '../chart-frame/chart-frame.tsx'
import { ChartPlot } from '../plot/chart-plot.tsx'
import { Patterns } from '../plot/marks.tsx'
import { seriesStyleOf, useForcedColors } from '../plot/series.ts'
import { scaleToPixels, valueAxis } from '../plot/value-axis.ts'
import { SeriesArea, SeriesLine } from '../sampling/series-paths.tsx'
import {
  bandCentres,
  type ChartMark,
  type ChartUnit,
  fittingTicks,
  plotBox,
  type TimeChart,
  type TimeChartProps,
  unitText,
  useTimeChart,
} from '../time/time-chart.ts'
import { stackValues } from '../time/time-data.ts'
import { DirectLabels, Incidents, labelSpace } from '../time/time-layers.tsx'
import { TimePlot } from '../time/time-plot.tsx'
import { SeriesReaders, summaryOf, type TimeReading, useTimeData } from '../time/use-time-data.tsx'

export interface AreaChartProps extends TimeChartProps {
  /** Unit of the values: it chooses how they are written. */
  unit?: ChartUnit
  /** Stacks the areas: together they show the total. */
  stacked?: boolean
}

const noMarks: readonly ChartMark[] = []

/** Volume over time, for up to three series: a line with a pale fill down to zero. */
export function AreaChart({ points, ...props }: AreaChartProps) {
  const reading = useTimeData(points)
  return (
    <>
      <SeriesReaders data={reading.data} series={props.series} stacked={props.stacked ?? false} />
      <AreaFrame {...props} reading={reading} />
    </>
  )
}

function AreaFrame({
  bucket,
  timeZone,
  marks = noMarks,
  onPointOpen,
  series,
  reading,
  unit = 'count',
  stacked = false,
  partialFirst = false,
  partialLast = false,
  height = 240,
  summary,
  ...frame
}: Omit<AreaChartProps, 'points'> & { reading: TimeReading }) {
  const chart = useTimeChart({
    title: frame.title,
    series,
    reading,
    bucket,
    timeZone,
    unit,
    stacked,
    partialFirst,
    partialLast,
  })
  const { zone, data } = chart
  return (
    <ChartFrame
      {...frame}
      steps
      pending={chart.pending}
      summary={summary ?? chart.sentence(data)}
      series={series}
      kind="line"
      hidden={chart.hidden}
      onHiddenChange={chart.setHidden}
      directLabels
      height={height}
      table={chart.tableOf(data)}
      timeZone={zone}
    >
      {space => (
        <AreaPlot
          title={frame.title}
          space={space}
          chart={chart}
          series={series}
          bucket={bucket}
          unit={unit}
          stacked={stacked}
          marks={marks}
          onPointOpen={onPointOpen}
        />
      )}
    </ChartFrame>
  )
}

interface AreaPlotProps extends Pick<AreaChartProps, 'title' | 'series' | 'bucket'> {
  space: PlotSpace
  chart: TimeChart
  unit: ChartUnit
  stacked: boolean
  marks: readonly ChartMark[]
  onPointOpen: AreaChartProps['onPointOpen']
}

/** The areas with their axes and names. */
function AreaPlot({
  title,
  space: { width, height, summaryId },
  chart,
  series,
  bucket,
  unit,
  stacked,
  marks,
  onPointOpen,
}: AreaPlotProps) {
  const forced = useForcedColors()
  const patternId = useId()
  const { format, zone, name, hidden, shown, data } = chart
  const count = data.points.length
  const { floors, levels } = useMemo(() => {
    const parts = series.filter(({ key }) => !hidden.has(key)).map(({ key }) => data.values(key))
    return stacked ? stackValues(data.points.length, parts) : { floors: [], levels: parts }
  }, [data, series, hidden, stacked])
  const ranges = levels.flatMap(values => summaryOf(values) ?? [])
  const axis = valueAxis(
    ranges.reduce((least, { low }) => Math.min(least, low), 0),
    ranges.reduce((most, { high }) => Math.max(most, high), 0),
    unit === 'count',
  )
  const domain: [number, number] = [axis.low, marks.length > 0 ? axis.high + (axis.high - axis.low) * 0.2 : axis.high]
  const totals = stacked ? chart.totals(data) : undefined
  const named = width >= directLabelsFrom && series.length <= 3
  const right = named ? labelSpace(shown) : 4
  const box = plotBox(width, height, right)
  const centres = bandCentres(count, box.left, box.width)
  const y = (value: number) => scaleToPixels(value, domain, [box.top + box.height, box.top])
  const ends = shown.flatMap((entry, n) => {
    const end = levels[n]!.findLastIndex(value => !Number.isNaN(value))
    return end < 0 ? [] : [{ series: entry, y: y(levels[n]![end]!) }]
  })
  const scale = { ...box, low: domain[0], high: domain[1] }
  return (
    <ChartPlot
      name={title}
      describedBy={summaryId}
      height={height}
      box={box}
      along={{ name: 'time', positions: data.times }}
      seriesCount={count === 0 ? 0 : shown.length}
      pointOffsets={() => centres}
      valueOffset={({ series: n, index }) => {
        const value = levels[n]?.[index] ?? Number.NaN
        return Number.isNaN(value) ? null : y(value)
      }}
      rowKeyOf={n => shown[n]?.key ?? ''}
      readOutAt={({ index }) => ({
        title: name(data.times[index] ?? Number.NaN),
        rows: stacked ? chart.rowsAt(data.points[index]!, 'line').reverse() : chart.rowsAt(data.points[index]!, 'line'),
        total: totals && chart.formatValue(totals[index] ?? 0),
      })}
      onOpen={
        onPointOpen
          ? index => {
              const point = data.points[index]
              if (point) onPointOpen(point)
            }
          : undefined
      }
      endLabels={named}
      overlay={named ? <DirectLabels box={box} ends={ends} /> : null}
    >
      <Incidents marks={marks} times={data.times} box={box} forced={forced} />
      <TimePlot
        width={width}
        height={height}
        right={right}
        count={count}
        timeTicks={fittingTicks(data.times, bucket, { locale: format.locale, timeZone: zone }, box.width)}
        domain={domain}
        valueTicks={axis.ticks}
        valueText={unitText(format, unit).axis}
        forced={forced}
      >
        {forced ? <Patterns id={patternId} series={shown} forced /> : null}
        {shown.map((entry, n) => (
          <SeriesArea
            key={`${entry.key} ${n}`}
            values={levels[n]!}
            floor={floors[n]}
            scale={scale}
            fill={forced ? `url(#${patternId}-${entry.tone})` : seriesStyleOf(entry.tone).stroke}
            fillOpacity={forced ? 0.6 : 0.12}
          />
        ))}
        {shown.map((entry, n) => (
          <SeriesLine
            key={`${entry.key} ${n}`}
            values={levels[n]!}
            scale={scale}
            stroke={seriesStyleOf(entry.tone).stroke}
            strokeWidth={1.5}
            strokeDasharray={seriesStyleOf(entry.tone).dash}
          />
        ))}
      </TimePlot>
    </ChartPlot>
  )
}
