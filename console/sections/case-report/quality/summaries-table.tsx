import { createColumns } from '@assay/design-system'
import type { ReportQuality } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type FigureColumn, useFigureColumns } from '../figure-columns.tsx'
import { ReportTable } from '../report-table.tsx'
import { useQueueNames } from '../use-queue-names.ts'
import type { ReportAnswer } from '../use-report.ts'

type Row = ReportQuality['summaries'][number]
const c = createColumns<Row>()
const figureColumns: readonly FigureColumn<Row>[] = [
  ['rated', 'CaseReport.Usefulness.Rated', 'count', row => row.rated],
  ['helpful', 'CaseReport.Summaries.Helpful', 'count', row => row.helpful],
  ['share', 'CaseReport.Summaries.Share', 'share', row => row.share],
  ['low', 'CaseReport.Summaries.Low', 'share', row => row.low],
  ['high', 'CaseReport.Summaries.High', 'share', row => row.high],
]

/** What reviewers said of the summaries of cases, by queue: a queue can switch them off. */
export function SummariesTable({ query }: { query: ReportAnswer<ReportQuality> }) {
  const intl = useIntl()
  const figures = useFigureColumns()
  const rows = query.data?.summaries
  const { nameOf, columns: queueColumns } = useQueueNames(rows)
  const columns = useMemo(
    () => [
      c.text('queue', { labelId: 'Routing.Column.Queue', rowHeader: true, size: 220, value: row => row.queue.name }),
      ...queueColumns<Row>(),
      ...figures(nameOf, figureColumns),
    ],
    [figures, nameOf, queueColumns],
  )
  return (
    <ReportTable
      title={intl.formatMessage({ id: 'CaseReport.Summaries' })}
      meta={<FormattedMessage id="CaseReport.Summaries.Meta" />}
      fileName="case-report-summaries"
      columns={columns}
      query={query}
      rows={rows}
      getRowId={({ queue }) => queue.id}
      getRowName={nameOf}
      sortedBy="rated"
      empty={
        <p>
          <FormattedMessage id="CaseReport.Summaries.Empty" />
        </p>
      }
    />
  )
}
