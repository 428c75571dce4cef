import type { ComponentProps } from 'react'
import { useFormat, type DateInput } from '../../lib/format/index.ts'
import { Tooltip } from '../../overlays/tooltip/tooltip.tsx'
import { useNow } from './use-now.ts'

export interface RelativeTimeProps extends Omit<ComponentProps<'time'>, 'dateTime' | 'children'> {
  value: DateInput
  /** A fixed present, for reports and pictures. */
  now?: number
}

/** How long ago or ahead; a plain date after seven days. The exact time is its tooltip and description. */
export function RelativeTime({ value, now, ...props }: RelativeTimeProps) {
  const format = useFormat()
  const present = useNow()
  const exact = format.dateTime(value)
  return (
    <Tooltip content={exact}>
      <time data-slot="relative-time" dateTime={format.iso(value)} aria-description={exact} {...props}>{format.relative(value, now ?? present)}</time>
    </Tooltip>
  )
}
