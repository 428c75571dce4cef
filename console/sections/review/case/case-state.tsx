import { Badge, DateTime, Icon, useFormat } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { ClockAlert, Lock, TrendingUp } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useServerTime } from '../../../platform/api/use-server-time.ts'
import { Countdown } from './lock/countdown.tsx'
import type { CaseMode } from './model/case-mode.ts'
import type { QueuePlace } from './next/use-next-case.ts'

const minute = 60_000
const separator = ' · '

interface CaseStateProps {
  row: Case
  mode: CaseMode
  place: Pick<QueuePlace, 'position' | 'waiting'>
}

/** Where a case stands, who reviews it and for how long, and how much time its queue leaves: one line of the page's head. */
export function CaseState({ row, mode, place }: CaseStateProps) {
  const intl = useIntl()
  const format = useFormat()
  const { lock } = row
  // Whole minutes are shown: the line needs no more.
  const now = Math.floor(useServerTime() / minute) * minute
  const duration = (milliseconds: number) => format.duration(Math.max(minute, milliseconds))
  const dueIn = row.timeoutAt === null ? null : Date.parse(row.timeoutAt) - now
  const slaAt = row.firstLockedAt === null ? (row.slaFirstTouchAt ?? row.slaResolutionAt) : row.slaResolutionAt
  const slaIn = slaAt === null ? null : Date.parse(slaAt) - now
  const open = mode !== 'decided'
  return (
    <div
      data-slot="case-state"
      className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-fg-secondary"
    >
      <span className="min-w-0 truncate">
        <bdi className="font-medium text-fg">{row.queueName}</bdi>
        {place.waiting === null ? null : (
          <>
            {separator}
            {place.position === null ? (
              <FormattedMessage id="Review.Case.Waiting" values={{ count: place.waiting }} />
            ) : (
              <FormattedMessage id="Review.Case.Position" values={{ position: place.position, count: place.waiting }} />
            )}
          </>
        )}
      </span>
      <span className="inline-flex items-center gap-1 text-fg">
        {row.lock ? <Icon icon={Lock} size={12} /> : null}
        {mode === 'review' && lock ? (
          <>
            <FormattedMessage id="Review.Case.State.own" />
            {separator}
            <FormattedMessage
              id="Review.Case.State.left"
              values={{
                clock: (
                  <Countdown
                    key="clock"
                    until={lock.expiresAt}
                    label={intl.formatMessage({ id: 'Review.Case.TimeLeft' })}
                  />
                ),
              }}
            />
          </>
        ) : (
          <FormattedMessage
            id={`Review.Case.State.${row.state === 'InReview' && lock === null ? 'Pending' : row.state}`}
            values={{
              name: <bdi key="name">{lock?.owner.name ?? row.hold?.owner.name ?? row.approval?.requestedBy.name}</bdi>,
              time: <DateTime key="time" value={lock?.lockedAt ?? row.hold?.wakeAt ?? row.approval?.requestedAt} />,
            }}
          />
        )}
      </span>
      {row.escalated ? (
        <Badge tone="warning">
          <Icon icon={TrendingUp} size={12} />
          <FormattedMessage id="Review.Case.Escalated" />
        </Badge>
      ) : null}
      {!open || dueIn === null || row.state === 'OnHold' ? null : dueIn <= 0 || row.overdue ? (
        <Badge tone="danger">
          <Icon icon={ClockAlert} size={12} />
          <FormattedMessage id="Review.Case.Overdue" />
        </Badge>
      ) : (
        <span>
          <FormattedMessage id="Review.Case.OverdueIn" values={{ time: duration(dueIn) }} />
        </span>
      )}
      {!open || slaIn === null ? null : (
        <Badge tone={slaIn <= 0 ? 'danger' : 'warning'}>
          {slaIn <= 0 ? (
            <FormattedMessage id="Review.Case.SlaMissed" />
          ) : (
            <FormattedMessage id="Review.Case.SlaIn" values={{ time: duration(slaIn) }} />
          )}
        </Badge>
      )}
      {row.assignee && open && mode !== 'review' ? (
        <span>
          <FormattedMessage id="Review.Case.AssignedTo" values={{ name: <bdi key="name">{row.assignee.name}</bdi> }} />
        </span>
      ) : null}
    </div>
  )
}
