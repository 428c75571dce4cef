import { axisWidth, type PlotBox, tick } from '../plot/chart-plot.tsx'
import { Marker, Patterns } from '../plot/marks.tsx'
import { type ChartSeries, seriesStyleOf } from '../plot/series.ts'
import { scaleToPixels } from '../plot/value-axis.ts'
import { isIsolated, type Values } from '../sampling/m4.ts'
import { SeriesArea, SeriesLine } from '../sampling/series-paths.tsx'
import { BarPath } from '../stacked-bar-chart/bar-paths.tsx'
import type { BarPeriods } from '../time/bar-periods.ts'
import { fittingTicks } from '../time/time-chart.ts'
import { TimePlot } from '../time/time-plot.tsx'
import type { FlowAxes } from './flow-axes.ts'

interface FlowPlotProps {
  space: { width: number; height: number; box: PlotBox }
  /** Starts of the buckets. */
  times: Readonly<Float64Array>
  bars: BarPeriods
  place: { locale: string; timeZone: string }
  axes: FlowAxes
  flows: readonly ChartSeries[]
  /** One list per flow, with its sum in each bar. */
  columns: readonly Float64Array[]
  line: { entry: ChartSeries; values: Values } | null
  /** The expected course of the line, with the limits of its band. */
  expected: { entry: ChartSeries; values: Values; low: Values; high: Values } | null
  /** Bars that begin at this time or later are shaded. */
  changingFrom: number
  valueText: (value: number) => string
  /** Writes a value of the second axis. */
  stockText: (value: number) => string
  forced: boolean
  /** Bars differ by their lines, beside the colour or in its place. */
  patterned: boolean
  patternId: string
}

/** Distance of a label of the second axis from the plot, in pixels. */
const labelGap = 8

/** Values between two gaps. */
const isolatedIndexes = (values: Values): number[] =>
  [...values.keys()].filter(index => !Number.isNaN(values[index]!) && isIsolated(values, index))

/** The bars of the flows, the line of the stock, and the axis of each. */
export function FlowPlot({
  space: { width, height, box },
  times,
  bars,
  place,
  axes,
  flows,
  columns,
  line,
  expected,
  changingFrom,
  valueText,
  stockText,
  forced,
  patterned,
  patternId,
}: FlowPlotProps) {
  const starts = Float64Array.from({ length: bars.count }, (_, bar) => times[bars.bounds(bar)[0]]!)
  const floors = new Float64Array(bars.count)
  const style = line ? seriesStyleOf(line.entry.tone) : null
  const end = line ? line.values.findLastIndex(value => !Number.isNaN(value)) : -1
  const changing = starts.findIndex(start => start >= changingFrom)
  const stockScale = { ...box, low: 0, high: axes.stockTop }
  const bandStyle = expected ? seriesStyleOf(expected.entry.tone) : null
  const xOf = (index: number, count: number) => box.left + ((index + 0.5) * box.width) / count
  const stockOf = (value: number) => scaleToPixels(value, [0, axes.stockTop], [box.top + box.height, box.top])
  return (
    <TimePlot
      width={width}
      height={height}
      right={axisWidth}
      count={bars.count}
      timeTicks={fittingTicks(starts, bars.bucket, place, box.width)}
      domain={[0, axes.flowTop]}
      valueTicks={axes.flowTicks}
      valueText={valueText}
      forced={forced}
    >
      {changing < 0 || forced ? null : (
        <rect
          data-slot="changing"
          x={box.left + (changing * box.width) / bars.count}
          y={box.top}
          width={((bars.count - changing) * box.width) / bars.count}
          height={box.height}
          fill="var(--ds-surface-sunken)"
        />
      )}
      {patterned ? <Patterns id={patternId} series={flows} forced={forced} quiet /> : null}
      {flows.map((entry, index) => (
        <BarPath
          key={`${entry.key} ${index}`}
          entry={entry}
          floors={floors}
          tops={columns[index]!}
          scale={{ ...box, low: 0, high: axes.flowTop }}
          pattern={patterned ? `url(#${patternId}-${entry.tone})` : null}
          forced={forced}
          place={{ index, count: flows.length }}
        />
      ))}
      {expected && bandStyle ? (
        <>
          <SeriesArea
            values={expected.high}
            floor={expected.low}
            scale={stockScale}
            fill={bandStyle.stroke}
            fillOpacity={0.2}
          />
          {/* A band needs two points: one alone has a bar from limit to limit. */}
          {isolatedIndexes(expected.values).map(index => (
            <line
              key={index}
              data-slot="expected-limits"
              x1={xOf(index, expected.values.length)}
              x2={xOf(index, expected.values.length)}
              y1={stockOf(expected.low[index]!)}
              y2={stockOf(expected.high[index]!)}
              stroke={bandStyle.stroke}
              strokeOpacity={0.35}
              strokeWidth={8}
            />
          ))}
          <SeriesLine
            values={expected.values}
            scale={stockScale}
            isolated={expected.entry.tone}
            stroke={bandStyle.stroke}
            strokeWidth={1.75}
            strokeDasharray="4 3"
          />
        </>
      ) : null}
      {line && style ? (
        <>
          <SeriesLine
            values={line.values}
            scale={stockScale}
            isolated={line.entry.tone}
            stroke={style.stroke}
            strokeWidth={1.75}
          />
          {end < 0 ? null : (
            <Marker tone={line.entry.tone} x={xOf(end, line.values.length)} y={stockOf(line.values[end]!)} />
          )}
        </>
      ) : null}
      {line || expected ? (
        <g data-slot="stock-axis">
          {axes.stockTicks.map(value => (
            <text key={value} x={box.left + box.width + labelGap} y={stockOf(value)} dy="0.355em" {...tick}>
              {stockText(value)}
            </text>
          ))}
        </g>
      ) : null}
    </TimePlot>
  )
}
