import type { ComponentProps } from 'react'
import { type DateInput, useFormat } from '../../lib/format/index.ts'
import { MissingValue } from '../../lib/missing-value.tsx'
import { Tooltip } from '../../overlays/tooltip/tooltip.tsx'
import { invalidDate } from '../date-time/invalid-date.ts'
import { useNow } from './use-now.ts'

export interface RelativeTimeProps extends Omit<ComponentProps<'time'>, 'dateTime' | 'children'> {
  /** The time; an invalid date is shown unchanged. */
  value: DateInput | null | undefined
  /** A fixed current time, for reports and snapshots. */
  now?: number
}

/** Distance of a time from now; a plain date after seven days. The exact time is its tooltip and description. */
export function RelativeTime({ value, now, ...props }: RelativeTimeProps) {
  const format = useFormat()
  const present = useNow()
  const broken = invalidDate(value)
  if (value === null || value === undefined || broken !== undefined) {
    return (
      <time data-slot="relative-time" {...props}>
        {broken ? <bdi className="wrap-anywhere">{broken}</bdi> : <MissingValue />}
      </time>
    )
  }
  const exact = format.dateTime(value)
  return (
    <Tooltip content={exact} isLabel>
      <time data-slot="relative-time" dateTime={format.iso(value)} aria-description={exact} {...props}>
        {format.relative(value, now ?? present)}
      </time>
    </Tooltip>
  )
}
