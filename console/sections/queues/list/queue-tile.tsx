import { Button, DecisionBadge, useFormat } from '@assay/design-system'
import type { Queue } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCaseLinks } from '../../../platform/cases/case-links.ts'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { MissingValue } from '../cases/case-cells.tsx'
import { minutesToMs, OldestWaiting, QueueBadges, QueuePeople, RiskBadges } from '../queue-facts.tsx'
import { StartReviewButton } from '../start/start-review-button.tsx'

export interface QueueEntryProps {
  queue: Queue
  /** Number of reviews that the caller has open in all queues. */
  locks: number
  starting: boolean
  onStart: () => void
}

interface QueueTileProps extends QueueEntryProps {
  /** The queue may be one of an environment below the chosen one: its name is shown. */
  withEnvironment: boolean
  menu: ReactNode
}

/** One queue: how many cases wait, for how long, and who works in it. */
export function QueueTile({ queue, locks, starting, withEnvironment, menu, onStart }: QueueTileProps) {
  const format = useFormat()
  const assessmentName = useAssessmentName()
  const { queueHref, caseHref } = useCaseLinks()
  const { name, description, counts, ownCase } = queue
  // The same six in every tile, so that they stand in the same places.
  const facts = [
    { id: 'pending', labelId: 'Queues.Pending', value: format.number(counts.pending) },
    { id: 'inReview', labelId: 'Queues.UnderReview', value: format.number(counts.inReview) },
    {
      id: 'oldest',
      labelId: 'Queues.Oldest',
      value: counts.oldestEnteredAt === null ? <MissingValue /> : <OldestWaiting counts={counts} />,
    },
    { id: 'timeout', labelId: 'Queues.Timeout', value: format.duration(minutesToMs(queue.timeoutMinutes)) },
    { id: 'default', labelId: 'Queues.DefaultAction', value: <DecisionBadge decision={queue.defaultAction} /> },
    {
      id: 'risk',
      labelId: 'Queues.Risk',
      value: counts.overdue + counts.slaAtRisk === 0 ? <MissingValue /> : <RiskBadges counts={counts} />,
    },
  ]
  return (
    <article
      aria-label={name}
      className="flex min-w-0 flex-col gap-3 rounded-card border border-line-subtle bg-surface p-4 text-sm text-fg"
    >
      <div className="flex items-start gap-2">
        <h2 className="min-w-0 flex-1 text-md font-semibold wrap-anywhere">
          <Link to={queueHref(queue)} className="rounded-chip text-link focus-ring hover:underline">
            <bdi>{name}</bdi>
          </Link>
        </h2>
        {menu}
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-fg-secondary">
        <QueueBadges queue={queue} />
        <span>
          {queue.assessment === null ? (
            <FormattedMessage id="Queues.AllAssessments" />
          ) : (
            <bdi>{assessmentName(queue.assessment)}</bdi>
          )}
        </span>
        {withEnvironment ? <bdi className="wrap-anywhere">{queue.environmentName}</bdi> : null}
      </div>
      {description === '' ? null : (
        <p className="line-clamp-2 wrap-anywhere text-fg-secondary">
          <bdi>{description}</bdi>
        </p>
      )}
      <dl className="grid grid-cols-3 gap-x-4 gap-y-2">
        {facts.map(({ id, labelId, value }) => (
          <div key={id} className="min-w-0">
            <dt className="text-xs text-fg-muted">
              <FormattedMessage id={labelId} />
            </dt>
            <dd className="flex flex-wrap gap-1 font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {ownCase === null ? null : (
        <p className="text-xs text-fg-secondary">
          <FormattedMessage
            id="Queues.OwnCase"
            values={{
              id: (
                <Link
                  key="id"
                  to={caseHref({ ...ownCase, queueId: queue.id })}
                  className="rounded-chip text-link focus-ring underline"
                >
                  <bdi dir="ltr">{ownCase.externalId}</bdi>
                </Link>
              ),
            }}
          />
        </p>
      )}
      <div className="mbs-auto flex flex-wrap items-center gap-2">
        <Button size="sm" asChild>
          <Link to={queueHref(queue)}>
            <FormattedMessage id="Queues.ViewCases" />
          </Link>
        </Button>
        <StartReviewButton size="sm" queue={queue} locks={locks} starting={starting} onStart={onStart} />
        <span className="ms-auto flex items-center gap-2 empty:hidden">
          <QueuePeople queue={queue} />
        </span>
      </div>
    </article>
  )
}
