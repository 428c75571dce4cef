import { Badge, Button, DecisionBadge, Icon, IconButton, PageHeader, useFormat } from '@assay/design-system'
import type { Queue } from '@assay/risk-service/contract'
import { Radio, RefreshCw, Settings2, UserPlus } from 'lucide-react'
import { type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { queuesPath } from '../../../platform/cases/case-links.ts'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { useLive } from '../../../platform/live/use-live-events.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { minutesToMs, OldestWaiting, QueueBadges, QueuePeople, RiskBadges } from '../queue-facts.tsx'

interface QueueHeaderProps {
  queue: Queue
  /** When the figures were read, in milliseconds. */
  updatedAt: number
  start: ReactNode
  onRefresh: () => void
  onSettings: () => void
  onAssign: () => void
}

/** Name, people and commands of a queue. */
export function QueueHeader({ queue, updatedAt, start, onRefresh, onSettings, onAssign }: QueueHeaderProps) {
  const intl = useIntl()
  const format = useFormat()
  const can = useCan()
  const href = useHref()
  const live = useLive()
  const offline = useOffline()
  const assignable = queue.kind === 'User' && can('cases.assign', 'write')
  return (
    <PageHeader
      title={<bdi>{queue.name}</bdi>}
      breadcrumb={[
        { id: 'cases', label: intl.formatMessage({ id: 'Shell.Nav.CaseManagement' }), href: href('/casemanagement') },
        { id: 'queues', label: intl.formatMessage({ id: 'Queues.Title' }), href: href(queuesPath) },
        { id: 'queue', label: queue.name },
      ]}
      badges={
        <>
          <QueueBadges queue={queue} />
          {queue.sla === null ? null : (
            <Badge>
              <FormattedMessage id="Queues.SlaOn" />
            </Badge>
          )}
        </>
      }
      actions={
        <>
          <span className="hidden items-center gap-1.5 text-xs text-fg-muted lg:inline-flex">
            {live ? <Icon icon={Radio} size={12} /> : null}
            <FormattedMessage id={live ? 'Cases.Live' : 'Cases.Updated'} values={{ time: format.time(updatedAt) }} />
          </span>
          <QueuePeople queue={queue} />
          {assignable ? (
            <Button start={<Icon icon={UserPlus} />} disabled={offline} onClick={onAssign}>
              <FormattedMessage id="Queues.Assign" />
            </Button>
          ) : null}
          <IconButton icon={Settings2} label={intl.formatMessage({ id: 'Queues.Settings' })} onClick={onSettings} />
          <IconButton icon={RefreshCw} label={intl.formatMessage({ id: 'Common.Refresh' })} onClick={onRefresh} />
          {start}
        </>
      }
    />
  )
}

/** How the queue works, in one line. */
export function QueueSummary({ queue }: { queue: Queue }) {
  const intl = useIntl()
  const format = useFormat()
  const { sla, counts } = queue
  const facts: { id: string; labelId: string; value: ReactNode }[] = [
    {
      id: 'order',
      labelId: 'Queues.OrderBy',
      value: intl.formatMessage(
        { id: 'Cases.Summary.Order' },
        {
          order: intl.formatMessage({ id: `Queues.OrderBy.${queue.orderBy}` }),
          // In a sentence the direction is no heading.
          direction: intl.formatMessage({ id: `Queues.Direction.${queue.direction}` }).toLocaleLowerCase(intl.locale),
        },
      ),
    },
    { id: 'timeout', labelId: 'Queues.Timeout', value: format.duration(minutesToMs(queue.timeoutMinutes)) },
    { id: 'action', labelId: 'Queues.DefaultAction', value: <DecisionBadge decision={queue.defaultAction} /> },
    ...(sla?.firstTouchMinutes
      ? [{ id: 'first', labelId: 'Queues.Sla.FirstTouch', value: format.duration(minutesToMs(sla.firstTouchMinutes)) }]
      : []),
    ...(sla?.resolutionMinutes
      ? [{ id: 'last', labelId: 'Queues.Sla.Resolution', value: format.duration(minutesToMs(sla.resolutionMinutes)) }]
      : []),
    ...(counts.oldestEnteredAt === null
      ? []
      : [{ id: 'oldest', labelId: 'Queues.Oldest', value: <OldestWaiting counts={counts} /> }]),
  ]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-page pbe-2 text-xs">
      <dl className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {facts.map(({ id, labelId, value }) => (
          <div key={id} className="flex items-center gap-1">
            <dt className="text-fg-muted">
              <FormattedMessage id={labelId} />
            </dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <RiskBadges counts={counts} />
    </div>
  )
}
