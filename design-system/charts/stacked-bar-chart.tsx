import { useId, useState } from 'react'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis, type BarShapeProps } from 'recharts'
import { useFormat } from '../lib/format/index.ts'
import { ChartFrame, type ChartFrameProps } from './chart-frame.tsx'
import { axisHeight, axisWidth, ChartPlot, plotTop, type ChartMark } from './chart-plot.tsx'
import { chartLooks, useForcedColors, type ChartPoint, type ChartSeries } from './series.ts'
import { valueTicks } from './value-axis.ts'
import { bucketNames, tickTimes, type Bucket } from './time-axis.ts'

export interface TimeChartProps extends Omit<ChartFrameProps, 'children' | 'hidden' | 'onHiddenChange' | 'pointName' | 'formatValue' | 'timeZone'> {
  bucket: Bucket
  /** Zone of the buckets; reports use UTC. */
  timeZone?: string
  marks?: readonly ChartMark[]
  /** Opens what stands behind a point: by click, or by Enter on the point walked to. */
  onPointOpen?: (point: ChartPoint) => void
}

const noMarks: readonly ChartMark[] = []
const tick = { fill: 'var(--ds-text-muted)', fontSize: 11 }

/** Composition over time: decisions per hour or day, in the order the series are given, 1 pixel apart. */
export function StackedBarChart({ bucket, timeZone, marks = noMarks, onPointOpen, series, points, height = 240, ...frame }: TimeChartProps) {
  const format = useFormat()
  const forced = useForcedColors()
  const patternId = useId()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set<string>())
  const zone = timeZone ?? format.timeZone
  const names = bucketNames(format.locale, zone, bucket)
  const shown = series.filter(entry => !hidden.has(entry.key))
  const axis = valueTicks(Math.max(0, ...points.map(point => shown.reduce((sum, entry) => sum + (point.values[entry.key] ?? 0), 0))), true)
  // A mark prints its name above the bars.
  const top = marks.length > 0 ? axis.top * 1.2 : axis.top
  const data = points.map(point => ({ time: point.time, ...point.values }))

  return (
    <ChartFrame {...frame} series={series} points={points} height={height} hidden={hidden} onHiddenChange={setHidden} pointName={names.full} formatValue={value => format.number(value)} timeZone={zone}>
      {summaryId => (
        <ChartPlot name={frame.title} describedBy={summaryId} height={height} points={points} series={shown} marks={marks} names={names} total formatValue={value => format.number(value)} onPointOpen={onPointOpen}>
          <ResponsiveContainer width="100%" height="100%">
            <BarChart data={data} accessibilityLayer={false} margin={{ top: plotTop, right: 0, bottom: 0, left: 0 }} barCategoryGap="18%" stackOffset="none">
              {forced ? <Hatches id={patternId} series={shown} /> : null}
              <CartesianGrid vertical={false} syncWithTicks stroke="var(--ds-border-subtle)" />
              <XAxis dataKey="time" height={axisHeight} ticks={tickTimes(points.map(point => point.time), bucket, zone)} interval={0} tickFormatter={names.short} tick={tick} tickLine={false} axisLine={{ stroke: 'var(--ds-border-strong)' }} />
              <YAxis width={axisWidth} domain={[0, top]} ticks={axis.ticks} interval={0} tickFormatter={format.compact} tick={tick} tickLine={false} axisLine={false} />
              {shown.map(entry => (
                <Bar key={entry.key} dataKey={entry.key} stackId="all" isAnimationActive={false} maxBarSize={32} shape={shape => <Block shape={shape} entry={entry} pattern={forced ? `url(#${patternId}-${entry.tone})` : null} />} />
              ))}
            </BarChart>
          </ResponsiveContainer>
        </ChartPlot>
      )}
    </ChartFrame>
  )
}

/** One part of a bar, a pixel shorter than its share, so that neighbours never touch. */
function Block({ shape, entry, pattern }: { shape: BarShapeProps; entry: ChartSeries; pattern: string | null }) {
  const { x, y, width, height } = shape
  if (!(height > 0)) return <g />
  const look = chartLooks[entry.tone]
  const inner = Math.max(height - 1, 0.75)
  const lined = look.fill !== look.stroke || pattern !== null
  const edge = lined && inner > 1 ? 0.5 : 0
  return (
    <rect
      x={x + edge}
      y={y + 1 + edge}
      width={Math.max(width - 2 * edge, 0)}
      height={Math.max(inner - 2 * edge, 0.5)}
      fill={pattern ?? look.fill}
      stroke={lined ? (pattern === null ? look.stroke : 'CanvasText') : 'none'}
      strokeWidth={1}
    />
  )
}

function Hatches({ id, series }: { id: string; series: readonly ChartSeries[] }) {
  return (
    <defs>
      {series.map(({ tone }) => {
        const { angle, gap } = chartLooks[tone].hatch
        return (
          <pattern key={tone} id={`${id}-${tone}`} width={gap} height={gap} patternUnits="userSpaceOnUse" patternTransform={`rotate(${angle})`}>
            <rect width={gap} height={gap} fill="Canvas" />
            {gap < 100 ? <rect width={gap} height={1} fill="CanvasText" /> : null}
          </pattern>
        )
      })}
    </defs>
  )
}
