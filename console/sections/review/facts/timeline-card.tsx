import { Card, CardBody, CardHeader, DateTime, Timeline, TimelineItem, useFormat } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { objectAt, textAt } from '../request-fields.ts'
import { dataEventEntry } from './data-event-entry.tsx'

export interface TimelineEntry {
  key: string
  at: string
  /** Actions of the service are less prominent than those of people. */
  kind?: 'event' | 'system'
  /** One sentence. */
  what: ReactNode
  /** Empty: none. */
  details: string
}

interface TimelineCardProps {
  detail: EventDetail
  /** What happened to the case of the event. */
  history?: readonly TimelineEntry[]
}

/** What happened around the event and to its case, newest first. */
export function TimelineCard({ detail, history = [] }: TimelineCardProps) {
  const intl = useIntl()
  const format = useFormat()
  const { row } = detail
  const created = textAt(objectAt(detail.view, 'user'), 'creationDate')
  const own: TimelineEntry[] = [
    ...detail.labels.map(label => ({
      key: label.key,
      at: label.at,
      what: <FormattedMessage id={label.isFraud ? 'Review.Timeline.LabelFraud' : 'Review.Timeline.LabelNonFraud'} />,
      details: [label.source, label.reasonCodes].filter(Boolean).join(', '),
    })),
    ...detail.dataEvents.map(event => dataEventEntry(event, format.money)),
    {
      key: 'assessed',
      at: row.at,
      what: (
        <FormattedMessage
          id={row.eventType === 'purchase' ? 'Review.Timeline.Assessed' : 'Review.Timeline.AssessedEvent'}
          values={{ decision: intl.formatMessage({ id: `DesignSystem.Decision.${row.decision.toLowerCase()}` }) }}
        />
      ),
      details: [
        row.rule,
        detail.latencyMs === null ? null : format.unit(Math.max(1, Math.round(detail.latencyMs)), 'millisecond'),
      ]
        .filter(Boolean)
        .join(', '),
    },
    ...(created
      ? [{ key: 'created', at: created, what: <FormattedMessage id="Review.Timeline.AccountCreated" />, details: '' }]
      : []),
  ]
  const entries = [...history, ...own].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Review.Timeline.Title" />} />
      <CardBody>
        <Timeline>
          {entries.map(({ key, at, kind = 'event', what, details }) => (
            <TimelineItem
              key={key}
              kind={kind}
              time={<DateTime value={at} />}
              details={details ? <bdi>{details}</bdi> : undefined}
            >
              {what}
            </TimelineItem>
          ))}
        </Timeline>
      </CardBody>
    </Card>
  )
}
