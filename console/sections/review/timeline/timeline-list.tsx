import { DateTime, Timeline, TimelineDay, TimelineItem, useFormat } from '@assay/design-system'
import { CircleDot, Gavel, ListChecks, type LucideIcon, MessageSquare, Radio, Route, Tag, Workflow } from 'lucide-react'
import { Fragment } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { RecordText, type TimelineKind, type TimelineRecord } from './timeline-record.tsx'

const icons: Record<TimelineKind, LucideIcon> = {
  event: CircleDot,
  rules: Workflow,
  routing: Route,
  observation: Radio,
  label: Tag,
  case: Gavel,
  note: MessageSquare,
  list: ListChecks,
}

const hour = 3_600_000

interface TimelineListProps {
  /** The latest first. */
  records: readonly TimelineRecord[]
}

/** Records along a rail, with a space where more than an hour passed between two of them. */
export function TimelineList({ records }: TimelineListProps) {
  const intl = useIntl()
  const format = useFormat()
  return (
    <Timeline aria-label={intl.formatMessage({ id: 'Review.Timeline.Title' })}>
      {records.map((record, index) => {
        const { key, kind, at, by, details } = record
        const later = records[index - 1]
        const gap = later === undefined ? 0 : Date.parse(later.at) - Date.parse(at)
        return (
          <Fragment key={key}>
            {gap > hour ? (
              <TimelineDay className="ps-[1.75rem] pbs-3 pbe-6 font-normal">
                <FormattedMessage id="Review.Timeline.Gap" values={{ time: format.duration(gap) }} />
              </TimelineDay>
            ) : null}
            <TimelineItem
              icon={icons[kind]}
              kind={by === null ? 'system' : 'event'}
              className="break-inside-avoid"
              time={<DateTime value={at} />}
              details={
                details.length > 0 ? (
                  <ul>
                    {details.map((line, place) => (
                      // Lines are never reordered, and two may say the same.
                      // biome-ignore lint/suspicious/noArrayIndexKey: their place is what tells them apart
                      <li key={place} className="whitespace-pre-wrap wrap-anywhere">
                        <bdi>{line}</bdi>
                      </li>
                    ))}
                  </ul>
                ) : undefined
              }
            >
              <span className="sr-only">
                <FormattedMessage id={`Review.Timeline.Kind.${kind}`} />
              </span>{' '}
              <RecordText record={record} />
            </TimelineItem>
          </Fragment>
        )
      })}
    </Timeline>
  )
}
