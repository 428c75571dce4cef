import { createColumns, DateTime, SimpleTable } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { useId, useMemo } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import { ReviewCard } from '../cards/review-card.tsx'

type DataEvent = EventDetail['dataEvents'][number]
const kinds = ['bankEvent', 'chargeback', 'refund', 'status'] as const

const c = createColumns<DataEvent>()
const columnsOf = (intl: IntlShape) => [
  c.custom('at', {
    labelId: 'Review.Reports.Time',
    rowHeader: true,
    value: event => event.at,
    cell: event => <DateTime value={event.at} exact />,
  }),
  c.text('type', { labelId: 'Review.Reports.Type', value: event => event.type }),
  c.text('status', {
    labelId: 'Review.Reports.Status',
    value: event =>
      event.status === null ? null : intl.formatMessage({ id: 'Review.Timeline.Reported' }, { status: event.status }),
  }),
  c.text('reason', { labelId: 'Events.Column.Reason', value: event => event.reason, secondary: true }),
  c.money('amount', {
    labelId: 'Events.Column.Amount',
    value: event => event.amount,
    currency: event => event.currency ?? '',
  }),
]

/** What bank and merchant reported later: a table for each kind, newest first. Nothing where nothing came. */
export function ReportCards({ detail: { dataEvents } }: { detail: EventDetail }) {
  return kinds.map(kind => {
    const events = dataEvents
      .filter(event => event.kind === kind)
      .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    return events.length === 0 ? null : <ReportCard key={kind} kind={kind} events={events} />
  })
}

function ReportCard({ kind, events }: { kind: (typeof kinds)[number]; events: readonly DataEvent[] }) {
  const intl = useIntl()
  const titleId = useId()
  const columns = useMemo(() => columnsOf(intl), [intl])
  return (
    <ReviewCard
      name="reports"
      className="overflow-x-auto"
      titleId={titleId}
      title={intl.formatMessage({ id: `Review.Reports.${kind}` })}
      meta={intl.formatNumber(events.length)}
    >
      <SimpleTable labelledBy={titleId} columns={columns} rows={events} getRowId={event => event.id} />
    </ReviewCard>
  )
}
