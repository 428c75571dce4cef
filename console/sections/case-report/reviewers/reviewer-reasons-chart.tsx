import type { ReportReviewers } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { NoReviews } from '../no-reviews.tsx'
import { ChartPlace, HeatMapChart, plotHeight } from '../report-charts.tsx'
import { chartStateOf, type ReportAnswer } from '../use-report.ts'

/** What fits beside the other chart: reviewers with the most decisions, and the reasons that they use most. */
const mostReviewers = 5
const mostReasons = 5

/** How often each reviewer gave which reason. */
export function ReviewerReasonsChart({ query }: { query: ReportAnswer<ReportReviewers> }) {
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'CaseReport.Reviewers.Reasons' })
  const rows = (query.data?.rows ?? []).toSorted((a, b) => b.decisions - a.decisions).slice(0, mostReviewers)
  const reasons = [...new Set(rows.flatMap(row => row.reasons.map(({ reason }) => reason)))]
  const countOf = (row: ReportReviewers['rows'][number], reason: string) =>
    row.reasons.find(each => each.reason === reason)?.count ?? 0
  const weight = (reason: string) => Math.max(...rows.map(row => countOf(row, reason)))
  const shown = reasons.toSorted((a, b) => weight(b) - weight(a)).slice(0, mostReasons)
  return (
    <ChartPlace title={title}>
      <HeatMapChart
        title={title}
        meta={<FormattedMessage id="CaseReport.Reviewers.Reasons.Meta" />}
        {...chartStateOf(query, () => shown.length === 0)}
        empty={<NoReviews />}
        height={plotHeight}
        fileName="case-report-reviewer-reasons"
        valueLabel={intl.formatMessage({ id: 'Cases.Bulk.Cases' })}
        rows={rows.map(({ reviewer }) => ({ id: reviewer.id, label: reviewer.name }))}
        columns={shown.map(reason => ({ id: reason, label: reason }))}
        values={rows.map(row => shown.map(reason => countOf(row, reason)))}
      />
    </ChartPlace>
  )
}
