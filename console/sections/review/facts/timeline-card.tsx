import { CardBody, DateTime, Timeline, TimelineItem, useFormat } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { ReviewCard } from '../cards/review-card.tsx'
import { eventRecords } from '../timeline/event-records.ts'
import { RecordText, sortRecords, type TimelineRecord } from '../timeline/timeline-record.tsx'

interface TimelineCardProps {
  detail: EventDetail
  /** What happened to the case of the event. */
  history?: readonly TimelineRecord[]
}

/** What happened around the event and to its case, newest first. */
export function TimelineCard({ detail, history = [] }: TimelineCardProps) {
  const intl = useIntl()
  const format = useFormat()
  return (
    <ReviewCard name="timeline" title={intl.formatMessage({ id: 'Review.Timeline.Title' })}>
      <CardBody>
        <Timeline>
          {sortRecords([...history, ...eventRecords(detail, intl, format)]).map(record => (
            <TimelineItem
              key={record.key}
              // Actions of the service are less prominent than those of people.
              kind={record.by === null && history.includes(record) ? 'system' : 'event'}
              time={<DateTime value={record.at} />}
              details={record.details.length > 0 ? <bdi>{record.details.join(' · ')}</bdi> : undefined}
            >
              <RecordText record={record} />
            </TimelineItem>
          ))}
        </Timeline>
      </CardBody>
    </ReviewCard>
  )
}
