import type { ReportQueues } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { NoReviews } from '../no-reviews.tsx'
import { ChartPlace, HeatMapChart, plotHeight } from '../report-charts.tsx'
import { useFigureText } from '../use-figure-text.ts'
import { useQueueNames } from '../use-queue-names.ts'
import { chartStateOf, type ReportAnswer } from '../use-report.ts'

/** Queues that fit beside the other chart, those with the most time first. */
const mostQueues = 5

/** Time of reviews that ended with a result, and of those that ended with none, by queue. */
export function LockTimeChart({ query }: { query: ReportAnswer<ReportQueues> }) {
  const intl = useIntl()
  const { text } = useFigureText()
  const title = intl.formatMessage({ id: 'CaseReport.LockTime' })
  const { nameOf } = useQueueNames(query.data?.rows)
  const rows = (query.data?.rows ?? [])
    .filter(({ lockTime }) => lockTime.productiveMs + lockTime.wastedMs > 0)
    .toSorted((a, b) => b.lockTime.productiveMs - a.lockTime.productiveMs)
    .slice(0, mostQueues)
  return (
    <ChartPlace title={title}>
      <HeatMapChart
        title={title}
        meta={<FormattedMessage id="CaseReport.LockTime.Meta" />}
        {...chartStateOf(query, () => rows.length === 0)}
        empty={<NoReviews />}
        height={plotHeight}
        fileName="case-report-lock-time"
        valueLabel={title}
        formatValue={value => text('duration', value) ?? ''}
        rows={rows.map(row => ({ id: row.queue.id, label: nameOf(row) }))}
        columns={(['productive', 'wasted'] as const).map(id => ({
          id,
          label: intl.formatMessage({ id: `CaseReport.LockTime.${id}` }),
        }))}
        values={rows.map(({ lockTime }) => [lockTime.productiveMs, lockTime.wastedMs])}
      />
    </ChartPlace>
  )
}
