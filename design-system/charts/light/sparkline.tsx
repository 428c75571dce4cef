import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'

export interface SparklineProps extends Omit<ComponentProps<'svg'>, 'values'> {
  /** Oldest first. A gap (null) stays a gap. */
  values: readonly (number | null)[]
  /** Read out in place of the picture. Without it the line is decoration beside a figure that says the same. */
  label?: string
  width?: number
  height?: number
}

/** The shape of a figure over time: no axes, the last point marked. Time runs left to right in every language. */
export function Sparkline({ values, label, width = 64, height = 20, className, ...props }: SparklineProps) {
  const known = values.filter(value => value !== null)
  const low = Math.min(...known)
  const span = Math.max(...known) - low
  const pad = 3
  const x = (i: number) => pad + (values.length > 1 ? (i / (values.length - 1)) * (width - 2 * pad) : (width - 2 * pad) / 2)
  // A flat line stands in the middle: at the foot it would read as zero.
  const y = (value: number) => (span === 0 ? height / 2 : height - pad - ((value - low) / span) * (height - 2 * pad))
  let path = ''
  let pen = false
  values.forEach((value, i) => {
    if (value === null) {
      pen = false
      return
    }
    path += `${pen ? 'L' : 'M'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`
    pen = true
  })
  const last = values.findLastIndex(value => value !== null)
  const lastValue = values[last]
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
      <path d={path} fill="none" stroke="var(--ds-border-strong)" strokeWidth={1.25} strokeLinejoin="round" strokeLinecap="round" />
      {lastValue === null || lastValue === undefined ? null : <circle cx={x(last)} cy={y(lastValue)} r={2} fill="var(--ds-text)" />}
    </svg>
  )
}
