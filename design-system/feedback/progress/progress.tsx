import * as Radix from 'radix-ui/progress'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { useFormat } from '../../lib/format/index.ts'
import { quartersDone } from './quarter.ts'

export interface ProgressProps extends Omit<ComponentProps<typeof Radix.Root>, 'children' | 'value'> {
  /** Name of the work in progress: the accessible name, shown above the bar. */
  label: ReactNode
  /** 0 to `max`; null while the amount is unknown. */
  value: number | null
  /** The caller's text at the inline end, in place of the texts below. */
  detail?: ReactNode
  /** Formatted speed: "1.2 MB/s", "340 rows/s". */
  rate?: string
  /** Remaining time in milliseconds, when it can be estimated. */
  remaining?: number
  /** Work in a known number of parts: the bar is divided, and the text names the current part. */
  steps?: { current: number; count: number }
  /** Announces each completed quarter. */
  announced?: boolean
}

const unknownParts = 24

/** Progress of a piece of work. */
export function Progress({
  label,
  value,
  max = 100,
  detail,
  rate,
  remaining,
  steps,
  announced = false,
  className,
  ...props
}: ProgressProps) {
  const id = useId()
  const intl = useIntl()
  const format = useFormat()
  const announce = useAnnounce()
  const share = steps ? completedShare(steps.current, steps.count) : value === null ? null : completedShare(value, max)
  const percent = share === null ? undefined : format.percent(share, 0)
  const words = [
    steps
      ? intl.formatMessage({ id: 'DesignSystem.Progress.Step' }, { current: steps.current, count: steps.count })
      : (percent ?? intl.formatMessage({ id: 'DesignSystem.Progress.Unknown' })),
    ...(rate === undefined ? [] : [rate]),
    ...(remaining === undefined || !Number.isFinite(remaining) || remaining <= 0
      ? []
      : [intl.formatMessage({ id: 'DesignSystem.Progress.Remaining' }, { time: format.duration(remaining) })]),
  ]
  const text = format.list(words, 'unit')

  const quarter = quartersDone(share)
  const said = useRef(quarter)
  useEffect(() => {
    if (quarter === said.current) return
    said.current = quarter
    if (announced && percent !== undefined && quarter > 0) announce(percent)
  }, [announce, announced, quarter, percent])

  return (
    <div data-slot="progress" className={cn('min-w-0', className)}>
      <div className="mbe-1 flex items-baseline justify-between gap-2 text-xs">
        <span id={id} className="min-w-0 truncate">
          {label}
        </span>
        <span className="shrink-0 text-fg-muted tabular-nums">{detail ?? <bdi>{text}</bdi>}</span>
      </div>
      <Radix.Root
        value={share === null ? null : share * 100}
        max={100}
        aria-labelledby={id}
        getValueLabel={() => (typeof detail === 'string' ? detail : text)}
        {...(share === null ? { 'aria-valuetext': typeof detail === 'string' ? detail : text } : {})}
        className={cn(
          'h-1 overflow-hidden rounded-mark forced-colors:h-1.5 forced-colors:border forced-colors:bg-transparent',
          share === null || steps ? 'flex gap-0.5' : 'bg-line-subtle',
        )}
        {...props}
      >
        {steps ? (
          <Parts
            count={Math.min(Math.max(Math.floor(steps.count) || 1, 1), 100)}
            filled={part => part < steps.current}
          />
        ) : share === null ? (
          <Parts count={unknownParts} filled={part => part % 2 === 0} />
        ) : (
          <Radix.Indicator
            className="block h-full bg-accent forced-color-adjust-none"
            style={{ inlineSize: `${share * 100}%` }}
          />
        )}
      </Radix.Root>
    </div>
  )
}

function completedShare(value: number, max: number): number {
  const share = value / max
  return Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : 0
}

/** A divided bar. For unknown length it is drawn as static dashes: the text says that the work continues. */
function Parts({ count, filled }: { count: number; filled: (part: number) => boolean }) {
  return Array.from({ length: count }, (_, part) => (
    <span
      key={part}
      className={cn(
        'h-full flex-1 rounded-mark forced-color-adjust-none',
        filled(part) ? 'bg-accent' : 'bg-line-subtle',
      )}
    />
  ))
}
