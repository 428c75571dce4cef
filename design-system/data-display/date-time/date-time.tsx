import type { ComponentProps } from 'react'
import { type DateInput, useFormat } from '../../lib/format/index.ts'
import { MissingValue } from '../../lib/missing-value.tsx'
import { Tooltip } from '../../overlays/tooltip/tooltip.tsx'
import { invalidDate } from './invalid-date.ts'

export interface DateTimeProps extends Omit<ComponentProps<'time'>, 'dateTime' | 'children'> {
  /** The time; an invalid date is shown unchanged. */
  value: DateInput | null | undefined
  /** `full` is date and time. */
  shape?: 'date' | 'month' | 'time' | 'full'
  /** Time zone. Reports pass UTC; the default is the reader's zone. */
  timeZone?: string
  /** Appends the name of the zone. */
  zone?: boolean
  /** Adds the ISO time in UTC as tooltip and description: for pages where people compare with other systems. */
  exact?: boolean
}

/** An absolute time in the order month, day, year in every language. */
export function DateTime({ value, shape = 'full', timeZone, zone = false, exact = false, ...props }: DateTimeProps) {
  const format = useFormat()
  const broken = invalidDate(value)
  if (value === null || value === undefined || broken !== undefined) {
    return (
      <time data-slot="date-time" {...props}>
        {broken ? <bdi className="wrap-anywhere">{broken}</bdi> : <MissingValue />}
      </time>
    )
  }
  const used = timeZone ?? format.timeZone
  const text =
    shape === 'date'
      ? format.date(value, used)
      : shape === 'month'
        ? format.month(value, used)
        : shape === 'time'
          ? format.time(value, used)
          : format.dateTime(value, used)
  const iso = format.iso(value)
  return (
    <Tooltip content={<bdi dir="ltr">{iso}</bdi>} disabled={!exact} isLabel>
      <time data-slot="date-time" dateTime={iso} {...(exact ? { 'aria-description': iso } : {})} {...props}>
        {text}
        {zone ? (
          <bdi dir="ltr" className="ms-1 text-fg-muted">
            {used}
          </bdi>
        ) : null}
      </time>
    </Tooltip>
  )
}
