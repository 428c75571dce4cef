import type { ComponentProps } from 'react'
import { useFormat, type DateInput } from '../../lib/format/index.ts'

export interface DateTimeProps extends Omit<ComponentProps<'time'>, 'dateTime' | 'children'> {
  value: DateInput
  /** `full` is date and time. */
  shape?: 'date' | 'month' | 'time' | 'full'
  /** Reports pass UTC; everything else is in the reader's zone. */
  timeZone?: string
  /** Writes the name of the zone behind the time. */
  zone?: boolean
}

/** An absolute time in the order month, day, year in every language. */
export function DateTime({ value, shape = 'full', timeZone, zone = false, ...props }: DateTimeProps) {
  const format = useFormat()
  const used = timeZone ?? format.timeZone
  const text = shape === 'date' ? format.date(value, used) : shape === 'month' ? format.month(value, used) : shape === 'time' ? format.time(value, used) : format.dateTime(value, used)
  return (
    <time data-slot="date-time" dateTime={format.iso(value)} {...props}>
      {text}
      {zone ? <span className="ms-1 text-fg-muted">{used}</span> : null}
    </time>
  )
}
