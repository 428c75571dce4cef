import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'
import { type Digits, type Format, useFormat } from '../../lib/format/index.ts'
import { MissingValue } from '../../lib/missing-value.tsx'
import { Tooltip } from '../../overlays/tooltip/tooltip.tsx'

export interface NumberTextProps extends Omit<ComponentProps<'bdi'>, 'children' | 'dir'> {
  /** The number. Nothing is shown as "not provided". */
  value: number | null | undefined
  /** `percent` takes a fraction, `duration` milliseconds, `unit` needs `unit`. */
  shape?: 'number' | 'percent' | 'compact' | 'duration' | 'unit'
  /** A unit of `Intl`: second, kilometer, byte. */
  unit?: string
  /** Fraction digits; by default two where the number has any. */
  digits?: Digits
}

/** Units of other systems may be unknown to `Intl`: they are shown unchanged. */
function withUnit(format: Format, value: number, unit: string): string {
  try {
    return format.unit(value, unit)
  } catch {
    return `${format.number(value)} ${unit}`
  }
}

/** A count, rate, duration or measure in Latin digits. A compact number has its full value in the tooltip. */
export function NumberText({ value, shape = 'number', unit = 'second', digits, className, ...props }: NumberTextProps) {
  const format = useFormat()
  if (value === null || value === undefined || Number.isNaN(value))
    return (
      <bdi data-slot="number-text" className={className} {...props}>
        <MissingValue />
      </bdi>
    )
  const text =
    shape === 'percent'
      ? format.percent(value, digits)
      : shape === 'compact'
        ? format.compact(value)
        : shape === 'duration'
          ? format.duration(value)
          : shape === 'unit'
            ? withUnit(format, value, unit)
            : format.number(value, digits)
  const node = (
    <bdi
      data-slot="number-text"
      dir={shape === 'number' || shape === 'percent' ? 'ltr' : 'auto'}
      className={cn('whitespace-nowrap tabular-nums', className)}
      {...props}
    >
      {text}
    </bdi>
  )
  const full = format.number(value)
  return shape === 'compact' && full !== text ? (
    <Tooltip content={full} isLabel>
      {node}
    </Tooltip>
  ) : (
    node
  )
}
