import { useFormat } from '../../lib/format/index.ts'
import { directLabelsFrom, type PlotSpace } from '../chart-frame/chart-frame.tsx'
import { ChartPlot } from '../plot/chart-plot.tsx'
import { Marker } from '../plot/marks.tsx'
import type { ReadOut } from '../plot/read-out.tsx'
import { type ChartSeries, seriesStyleOf, useForcedColors } from '../plot/series.ts'
import { scaleToPixels, thinIndexes, valueAxis } from '../plot/value-axis.ts'
import type { Values } from '../sampling/m4.ts'
import { SeriesLine } from '../sampling/series-paths.tsx'
import { bandCentres, type ChartMark, type ChartUnit, fittingTicks, plotBox, unitText } from '../time/time-chart.ts'
import { DirectLabels, Incidents, labelSpace } from '../time/time-layers.tsx'
import { TimePlot } from '../time/time-plot.tsx'
import type { Bucket } from '../time/time-steps.ts'
import { summaryOf } from '../time/use-time-data.tsx'

/** A line of the picture. Dashed lines are those of the previous period: they are not walked. */
export interface ChartLine {
  series: ChartSeries
  values: Values
  dashed: boolean
}

interface TimeSeriesPlotProps {
  title: string
  space: PlotSpace
  /** Visible lines, those of the previous period first. */
  lines: readonly ChartLine[]
  /** All series of the legend: they decide whether names stand at the ends of the lines. */
  named: readonly ChartSeries[]
  times: Readonly<Float64Array>
  bucket: Bucket
  zone: string
  unit: ChartUnit
  marks: readonly ChartMark[]
  readOutAt: (index: number) => ReadOut
  onOpen: ((index: number) => void) | undefined
}

/** Axis of the values of all lines, with room above for the names of marks. */
function axisOf(lines: readonly ChartLine[], unit: ChartUnit, marked: boolean) {
  const found = lines.flatMap(({ values }) => summaryOf(values) ?? [])
  const axis = valueAxis(
    found.reduce((least, { low }) => Math.min(least, low), 0),
    found.reduce((most, { high }) => Math.max(most, high), 0),
    unit === 'count',
  )
  const high = marked ? axis.high + (axis.high - axis.low) * 0.2 : axis.high
  return { ticks: axis.ticks, domain: [axis.low, high] as const }
}

/** The lines with their axes, markers and names. */
export function TimeSeriesPlot({
  title,
  space: { width, height, summaryId },
  lines,
  named,
  times,
  bucket,
  zone,
  unit,
  marks,
  readOutAt,
  onOpen,
}: TimeSeriesPlotProps) {
  const forced = useForcedColors()
  const format = useFormat()
  const { ticks, domain } = axisOf(lines, unit, marks.length > 0)
  const direct = width >= directLabelsFrom && named.length <= 3
  const right = direct ? labelSpace(named) : 4
  const box = plotBox(width, height, right)
  const centres = bandCentres(times.length, box.left, box.width)
  const y = (value: number) => scaleToPixels(value, domain, [box.top + box.height, box.top])
  const walked = lines.filter(line => !line.dashed)
  const ends = [...walked, ...lines.filter(line => line.dashed)].flatMap(({ series, values, dashed }) => {
    const end = values.findLastIndex(value => !Number.isNaN(value))
    return end < 0 ? [] : [{ series, dashed, y: y(values[end]!) }]
  })
  // Where lines could be mixed up, some points have a mark.
  const marked = walked.length > 1 ? thinIndexes(times.length, 8) : []
  return (
    <ChartPlot
      name={title}
      describedBy={summaryId}
      height={height}
      box={box}
      along={{ name: 'time', positions: times }}
      seriesCount={times.length === 0 ? 0 : walked.length}
      pointOffsets={() => centres}
      valueOffset={({ series: n, index }) => {
        const value = walked[n]?.values[index] ?? Number.NaN
        return Number.isNaN(value) ? null : y(value)
      }}
      rowKeyOf={n => walked[n]?.series.key ?? ''}
      readOutAt={({ index }) => readOutAt(index)}
      onOpen={onOpen}
      endLabels={direct}
      overlay={direct ? <DirectLabels box={box} ends={ends} /> : null}
    >
      <Incidents marks={marks} times={times} box={box} forced={forced} />
      <TimePlot
        width={width}
        height={height}
        right={right}
        count={times.length}
        timeTicks={fittingTicks(times, bucket, { locale: format.locale, timeZone: zone }, box.width)}
        domain={domain}
        valueTicks={ticks}
        valueText={unitText(format, unit).axis}
        forced={forced}
      >
        {lines.map(({ series, values, dashed }, i) => {
          const style = seriesStyleOf(series.tone)
          const compared = walked.length < lines.length
          return (
            <SeriesLine
              key={`${series.key} ${i}`}
              values={values}
              scale={{ ...box, low: domain[0], high: domain[1] }}
              isolated={dashed ? undefined : series.tone}
              stroke={style.stroke}
              strokeWidth={dashed ? 1.25 : 1.75}
              strokeDasharray={dashed ? '3 3' : compared ? '' : style.dash}
            />
          )
        })}
        {walked.map(({ series, values }, n) =>
          marked
            .filter(index => !Number.isNaN(values[index]!))
            .map(index => (
              <Marker key={`${n} ${index}`} tone={series.tone} x={centres[index]!} y={y(values[index]!)} />
            )),
        )}
      </TimePlot>
    </ChartPlot>
  )
}
