import { useState } from 'react'
import { CartesianGrid, Line, LineChart, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { useFormat } from '../lib/format/index.ts'
import { ChartFrame } from './chart-frame.tsx'
import { axisHeight, axisWidth, ChartPlot, plotTop, type ChartMark } from './chart-plot.tsx'
import { chartLooks, useForcedColors } from './series.ts'
import type { TimeChartProps } from './stacked-bar-chart.tsx'
import { valueTicks } from './value-axis.ts'
import { bucketNames, tickTimes } from './time-axis.ts'

export interface TimeSeriesChartProps extends TimeChartProps {
  /** A share between 0 and 1 reads as percent. */
  unit?: 'count' | 'share'
}

const noMarks: readonly ChartMark[] = []
const tick = { fill: 'var(--ds-text-muted)', fontSize: 11 }

/** How one to three figures moved. Gaps in the data stay gaps. */
export function TimeSeriesChart({ bucket, timeZone, marks = noMarks, onPointOpen, series, points, unit = 'count', height = 240, ...frame }: TimeSeriesChartProps) {
  const format = useFormat()
  const forced = useForcedColors()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set<string>())
  const zone = timeZone ?? format.timeZone
  const names = bucketNames(format.locale, zone, bucket)
  const shown = series.filter(entry => !hidden.has(entry.key))
  const formatValue = (value: number) => (unit === 'share' ? format.percent(value) : format.number(value))
  const axis = valueTicks(Math.max(0, ...points.flatMap(point => shown.map(entry => point.values[entry.key] ?? 0))), unit === 'count')
  const data = points.map(point => ({ time: point.time, ...point.values }))

  return (
    <ChartFrame {...frame} series={series} points={points} height={height} hidden={hidden} onHiddenChange={setHidden} pointName={names.full} formatValue={formatValue} timeZone={zone}>
      {summaryId => (
        <ChartPlot name={frame.title} describedBy={summaryId} height={height} points={points} series={shown} marks={marks} names={names} total={false} formatValue={formatValue} onPointOpen={onPointOpen}>
          <ResponsiveContainer width="100%" height="100%">
            <LineChart data={data} accessibilityLayer={false} margin={{ top: plotTop, right: 0, bottom: 0, left: 0 }}>
              <CartesianGrid vertical={false} syncWithTicks stroke="var(--ds-border-subtle)" />
              <XAxis dataKey="time" scale="band" height={axisHeight} ticks={tickTimes(points.map(point => point.time), bucket, zone)} interval={0} tickFormatter={names.short} tick={tick} tickLine={false} axisLine={{ stroke: 'var(--ds-border-strong)' }} />
              <YAxis width={axisWidth} domain={[0, marks.length > 0 ? axis.top * 1.2 : axis.top]} ticks={axis.ticks} interval={0} tickFormatter={unit === 'share' ? value => format.percent(Number(value), 0) : format.compact} tick={tick} tickLine={false} axisLine={false} />
              {shown.map(entry => {
                const look = chartLooks[entry.tone]
                const stroke = forced ? 'CanvasText' : look.stroke
                return <Line key={entry.key} dataKey={entry.key} type="linear" stroke={stroke} strokeWidth={1.5} strokeDasharray={look.dash} dot={false} activeDot={false} isAnimationActive={false} connectNulls={false} />
              })}
            </LineChart>
          </ResponsiveContainer>
        </ChartPlot>
      )}
    </ChartFrame>
  )
}
