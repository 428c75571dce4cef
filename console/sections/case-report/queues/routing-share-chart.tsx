import type { ReportQueues } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { NoReviews } from '../no-reviews.tsx'
import { BarChart, ChartPlace, plotHeight } from '../report-charts.tsx'
import { useQueueNames } from '../use-queue-names.ts'
import { chartStateOf, noted, type ReportAnswer } from '../use-report.ts'

/** Bars that fit beside the other chart; the rest is one bar. */
const mostBars = 6

/** The share of the cases that each queue received; a share of General that is too large is a warning. */
export function RoutingShareChart({ query }: { query: ReportAnswer<ReportQueues> }) {
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'CaseReport.RoutingShare' })
  const rows = query.data?.rows ?? []
  const { nameOf } = useQueueNames(rows)
  const state = chartStateOf(query, ({ rows: all }) => all.every(({ routingShare }) => !routingShare))
  return (
    <ChartPlace title={title}>
      <BarChart
        title={title}
        meta={<FormattedMessage id="CaseReport.RoutingShare.Meta" />}
        {...state}
        {...(state.status === 'ready' && rows.some(({ shareFlagged }) => shareFlagged)
          ? { ...noted, notice: <FormattedMessage id="CaseReport.RoutingShare.Flagged" /> }
          : {})}
        empty={<NoReviews />}
        unit="share"
        valueLabel={title}
        valueLabels
        top={mostBars}
        height={plotHeight}
        fileName="case-report-routing"
        items={rows.map(row => ({ id: row.queue.id, label: nameOf(row), value: row.routingShare }))}
      />
    </ChartPlace>
  )
}
