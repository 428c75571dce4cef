import { cn, useFormat } from '@assay/design-system'
import { useServerTime } from '../../../../platform/api/use-server-time.ts'

const second = 1000
const minute = 60 * second

/** `27:14`: minutes and seconds until a time, never below zero. */
function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / second))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/**
 * Time left until a time of the service, counted down by its clock. Screen readers read the whole minutes, and not every
 * second.
 * @param soon milliseconds from which on it is a warning
 */
export function Countdown({ until, label, soon = 5 * minute }: { until: string; label: string; soon?: number }) {
  const format = useFormat()
  const left = Date.parse(until) - useServerTime()
  return (
    <span
      role="timer"
      aria-live="off"
      aria-label={label}
      className={cn('font-medium tabular-nums', left < soon ? 'text-warning-text' : 'text-fg')}
    >
      <bdi aria-hidden dir="ltr">
        {clockText(left)}
      </bdi>
      <span className="sr-only">{format.unit(Math.max(0, Math.ceil(left / minute)), 'minute', 'long')}</span>
    </span>
  )
}
