import { type DataColumn, SimpleTable } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { useId, useMemo } from 'react'
import { useIntl } from 'react-intl'
import { ReviewCard } from '../../cards/review-card.tsx'
import { type DataEvent, labelColumns, type ReportKind, reportColumns } from './report-columns.tsx'

const kinds = ['bankEvent', 'chargeback', 'refund', 'status'] as const satisfies readonly ReportKind[]

const newestFirst = <Row extends { at: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))

/** What bank and merchant reported later, and the labels: a table for each kind, newest first. Nothing where nothing came. */
export function ReportCards({ detail: { dataEvents, labels } }: { detail: EventDetail }) {
  return (
    <>
      {kinds.map(kind => {
        const events = dataEvents.filter(event => event.kind === kind)
        return events.length === 0 ? null : <ReportCard key={kind} kind={kind} events={events} />
      })}
      {labels.length === 0 ? null : <LabelCard labels={labels} />}
    </>
  )
}

function ReportCard({ kind, events }: { kind: ReportKind; events: readonly DataEvent[] }) {
  const intl = useIntl()
  const rows = useMemo(() => newestFirst(events), [events])
  const columns = useMemo(() => reportColumns(kind, rows, intl), [kind, rows, intl])
  return <GridCard titleId={`Review.Reports.${kind}`} columns={columns} rows={rows} getRowId={event => event.id} />
}

/** The labels on the event; the latest is marked, because search looks at no other one. */
function LabelCard({ labels }: { labels: EventDetail['labels'] }) {
  const intl = useIntl()
  const rows = useMemo(() => newestFirst(labels), [labels])
  const columns = useMemo(() => labelColumns(rows, intl), [rows, intl])
  return <GridCard titleId="Review.Reports.label" columns={columns} rows={rows} getRowId={label => label.key} />
}

interface GridCardProps<Row> {
  /** The message of its title. */
  titleId: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  getRowId: (row: Row) => string
}

function GridCard<Row>({ titleId, columns, rows, getRowId }: GridCardProps<Row>) {
  const intl = useIntl()
  const id = useId()
  return (
    <ReviewCard
      table
      name="reports"
      className="overflow-x-auto"
      titleId={id}
      title={intl.formatMessage({ id: titleId })}
      meta={intl.formatNumber(rows.length)}
    >
      <SimpleTable labelledBy={id} columns={columns} rows={rows} getRowId={getRowId} />
    </ReviewCard>
  )
}
