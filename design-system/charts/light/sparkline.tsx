import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'

export interface SparklineProps extends Omit<ComponentProps<'svg'>, 'values'> {
  /** Oldest first. A gap (null) is drawn as a gap. */
  values: readonly (number | null)[]
  /** Accessible text of the picture. Without it the line is decoration beside a figure with the same content. */
  label?: string
  /** Width in pixels. */
  width?: number
  /** Height in pixels. */
  height?: number
  /** Marks the lowest and the highest point. */
  extremes?: boolean
}

/** The shape of a figure over time: no axes, the last point marked. Time runs left to right in every language. */
export function Sparkline({
  values,
  label,
  width = 64,
  height = 20,
  extremes = false,
  className,
  ...props
}: SparklineProps) {
  // A value that cannot be drawn is a gap.
  const points = values.map(value => (typeof value === 'number' && Number.isFinite(value) ? value : null))
  const present = points.filter(value => value !== null)
  const low = present.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
  const high = present.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
  // Halves first: the difference of the extreme numbers would overflow.
  const span = high / 2 - low / 2
  const pad = 3
  const x = (i: number) =>
    pad + (points.length > 1 ? (i / (points.length - 1)) * (width - 2 * pad) : (width - 2 * pad) / 2)
  // A flat line is in the middle: at the bottom it would read as zero.
  const y = (value: number) =>
    span === 0 ? height / 2 : height - pad - ((value / 2 - low / 2) / span) * (height - 2 * pad)
  let path = ''
  let pen = false
  points.forEach((value, i) => {
    if (value === null) {
      pen = false
      return
    }
    // A point between two gaps is a dot: a line of no length with round ends.
    path += pen ? `L${x(i).toFixed(1)} ${y(value).toFixed(1)}` : `M${x(i).toFixed(1)} ${y(value).toFixed(1)}h0`
    pen = true
  })
  const last = points.findLastIndex(value => value !== null)
  const lastValue = points[last]
  const ends = extremes && span > 0 ? [points.indexOf(low), points.indexOf(high)].filter(i => i !== last) : []
  return (
    <svg
      data-slot="sparkline"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={cn('shrink-0 overflow-visible', className)}
      {...props}
    >
      <path
        d={path}
        fill="none"
        stroke="var(--ds-border-strong)"
        strokeWidth={1.25}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {ends.map(i => (
        <circle
          key={i}
          cx={x(i)}
          cy={y(points[i]!)}
          r={1.75}
          fill="var(--ds-surface)"
          stroke="var(--ds-text)"
          strokeWidth={1}
        />
      ))}
      {lastValue === null || lastValue === undefined ? null : (
        <circle cx={x(last)} cy={y(lastValue)} r={2} fill="var(--ds-text)" />
      )}
    </svg>
  )
}
