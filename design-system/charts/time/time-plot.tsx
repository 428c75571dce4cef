import type { ReactNode } from 'react'
import { axisWidth, gridLine, plotTop, tick } from '../plot/chart-plot.tsx'
import { scaleToPixels } from '../plot/value-axis.ts'
import type { TimeTick } from './time-axis.ts'
import { plotBox } from './time-chart.ts'

interface TimePlotProps {
  width: number
  height: number
  /** Space after the plot, in pixels. */
  right?: number
  /** Number of buckets: each has the same width. */
  count: number
  timeTicks: readonly TimeTick[]
  domain: readonly [number, number]
  valueTicks: readonly number[]
  valueText: (value: number) => string
  forced: boolean
  /** Paths of the series, in pixels. */
  children: ReactNode
}

/** Distance of a label from its axis, in pixels. */
const labelGap = 8

/**
 * Axes and grid of a chart over time around the paths of its series. A chart of Recharts would create objects and
 * elements for every point, of which there may be a hundred in one pixel, and it has no axes without its data.
 */
export function TimePlot({
  width,
  height,
  right = 0,
  count,
  timeTicks,
  domain,
  valueTicks,
  valueText,
  forced,
  children,
}: TimePlotProps) {
  const box = plotBox(width, height, right)
  const floor = box.top + box.height
  const end = box.left + box.width
  const lines = valueTicks.map(value => ({ value, y: scaleToPixels(value, domain, [floor, plotTop]) }))
  return (
    // Positioned, so that it is painted after the incidents behind it, which come before it.
    <svg width={width} height={height} className="relative block">
      {lines.map(({ value, y }) => (
        <line key={value} x1={box.left} x2={end} y1={y} y2={y} {...gridLine(forced)} />
      ))}
      {children}
      <line x1={box.left} x2={end} y1={floor} y2={floor} stroke="var(--ds-border-strong)" />
      <g data-slot="value-axis">
        {lines.map(({ value, y }) => (
          <text key={value} x={axisWidth - labelGap} y={y} dy="0.355em" textAnchor="end" {...tick}>
            {valueText(value)}
          </text>
        ))}
      </g>
      <g data-slot="time-axis">
        {timeTicks.map(({ index, label }) => (
          <text
            key={index}
            x={box.left + ((index + 0.5) * box.width) / count}
            y={floor + labelGap}
            dy="0.71em"
            textAnchor="middle"
            {...tick}
          >
            {label}
          </text>
        ))}
      </g>
    </svg>
  )
}
