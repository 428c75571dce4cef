import { useFormat } from '@assay/design-system'
import { type Ring, ringLimits } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

interface RingFactsProps {
  /** A stored ring, or one that was found just now, which nobody can have dismissed. */
  ring: Pick<Ring, 'firstSeen' | 'lastSeen' | 'grown' | 'evidence'> & Partial<Pick<Ring, 'dismissed'>>
  /** The present, in milliseconds. */
  now: number
}

/** When a ring was at work, how it grows, why it is reported, and who dismissed it with which reason. */
export function RingFacts({ ring, now }: RingFactsProps) {
  const format = useFormat()
  const { dismissed } = ring
  return (
    <span className="flex min-w-0 flex-wrap gap-x-3 text-xs text-fg-muted">
      <span>
        <FormattedMessage
          id="Explorer.Ring.Seen"
          values={{ first: format.date(ring.firstSeen), last: format.relative(ring.lastSeen, now) }}
        />
      </span>
      {ring.grown > 0 ? (
        <span className="font-medium text-fg-secondary">
          <FormattedMessage id="Explorer.Ring.Grown" values={{ count: ring.grown, days: ringLimits.growthDays }} />
        </span>
      ) : null}
      {ring.evidence === null ? null : (
        <span>
          <FormattedMessage id={`Explorer.Ring.Evidence.${ring.evidence}`} />
        </span>
      )}
      {dismissed ? (
        <span className="min-w-0 wrap-anywhere">
          <FormattedMessage
            id="Explorer.Ring.Dismissed"
            values={{
              name: <bdi key="name">{dismissed.by}</bdi>,
              time: format.relative(dismissed.at, now),
              reason: <bdi key="reason">{dismissed.reason}</bdi>,
            }}
          />
        </span>
      ) : null}
    </span>
  )
}
