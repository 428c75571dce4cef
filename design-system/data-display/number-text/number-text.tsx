import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'
import { useFormat, type Digits } from '../../lib/format/index.ts'
import { missingMark } from '../../lib/marks.ts'
import { Tooltip } from '../../overlays/tooltip/tooltip.tsx'

export interface NumberTextProps extends Omit<ComponentProps<'bdi'>, 'children' | 'dir'> {
  value: number | null | undefined
  /** `percent` takes a fraction, `duration` milliseconds, `unit` needs `unit`. */
  shape?: 'number' | 'percent' | 'compact' | 'duration' | 'unit'
  /** A unit `Intl` knows: second, kilometer, byte. */
  unit?: string
  digits?: Digits
}

/** A count, rate, span or measure in Latin digits. A compact number shows all of it in its tooltip. */
export function NumberText({ value, shape = 'number', unit = 'second', digits, className, ...props }: NumberTextProps) {
  const format = useFormat()
  if (value === null || value === undefined) return <span className="text-fg-muted">{missingMark}</span>
  const text = shape === 'percent' ? format.percent(value, digits) : shape === 'compact' ? format.compact(value) : shape === 'duration' ? format.duration(value) : shape === 'unit' ? format.unit(value, unit) : format.number(value, digits)
  const node = <bdi data-slot="number-text" dir={shape === 'unit' || shape === 'duration' ? 'auto' : 'ltr'} className={cn('whitespace-nowrap tabular-nums', className)} {...props}>{text}</bdi>
  const full = format.number(value)
  return shape === 'compact' && full !== text ? <Tooltip content={full}>{node}</Tooltip> : node
}
