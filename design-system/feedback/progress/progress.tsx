import * as Radix from 'radix-ui/progress'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { useFormat } from '../../lib/format/index.ts'

export interface ProgressProps extends Omit<ComponentProps<typeof Radix.Root>, 'children' | 'value'> {
  /** What is in progress: the accessible name, written above the bar. */
  label: ReactNode
  /** 0 to `max`; nothing while the amount is unknown. */
  value: number | null
  /** Words at the inline end: rate, time left. The percentage without it. */
  detail?: ReactNode
}

/** How far a piece of work has come. */
export function Progress({ label, value, max = 100, detail, className, ...props }: ProgressProps) {
  const id = useId()
  const format = useFormat()
  const share = value === null ? null : Math.min(Math.max(value / max, 0), 1)
  return (
    <div data-slot="progress" className={cn('min-w-0', className)}>
      <div className="mbe-1 flex items-baseline justify-between gap-2 text-xs">
        <span id={id} className="min-w-0 truncate">{label}</span>
        <span className="shrink-0 text-fg-muted tabular-nums">{detail ?? (share === null ? null : <bdi dir="ltr">{format.percent(share, 0)}</bdi>)}</span>
      </div>
      <Radix.Root
        value={value}
        max={max}
        aria-labelledby={id}
        getValueLabel={() => (share === null ? '' : format.percent(share, 0))}
        className="h-1 overflow-hidden rounded-mark border border-transparent bg-line-subtle forced-colors:bg-transparent"
        {...props}
      >
        <Radix.Indicator className="block h-full bg-accent forced-color-adjust-none" style={{ inlineSize: `${(share ?? 0) * 100}%` }} />
      </Radix.Root>
    </div>
  )
}
