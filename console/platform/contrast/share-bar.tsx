import { cn, useFormat } from '@assay/design-system'
import type { ContrastShare } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

interface ShareBarProps {
  set: 'a' | 'b'
  share: ContrastShare
  /** Events of the set. */
  size: number
}

const inlineSize = (share: number): string => `${share * 100}%`

/** The share of a set that has a value: as a bar with its interval, and as text. */
export function ShareBar({ set, share, size }: ShareBarProps) {
  const format = useFormat()
  const percent = (value: number): string => format.percent(value, value > 0 && value < 0.1 ? 2 : 0)
  return (
    <div className="grid grid-cols-[1rem_1fr] items-center gap-x-2">
      <span className="text-xs font-medium">
        <FormattedMessage id={`Search.Compare.Set.${set}`} />
      </span>
      <div aria-hidden className="relative h-2 rounded-mark bg-surface-sunken">
        <div
          className={cn('absolute inset-y-0 inset-s-0 rounded-mark', set === 'a' ? 'bg-accent' : 'bg-line-strong')}
          style={{ inlineSize: inlineSize(share.share) }}
        />
        <div
          className="absolute inset-y-0 my-auto h-0.5 min-w-0.5 bg-fg"
          style={{ insetInlineStart: inlineSize(share.low), inlineSize: inlineSize(share.high - share.low) }}
        />
      </div>
      <span className="col-start-2 text-xs text-fg-secondary tabular-nums">
        <FormattedMessage
          id="Search.Compare.Share"
          values={{
            share: percent(share.share),
            low: percent(share.low),
            high: percent(share.high),
            count: share.count,
            size,
          }}
        />
      </span>
    </div>
  )
}
