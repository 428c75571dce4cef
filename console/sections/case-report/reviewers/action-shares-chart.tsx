import { useFormat } from '@assay/design-system'
import { type ReportReviewers, reportLimits } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { ChartPlace, HeatMapChart, plotHeight } from '../report-charts.tsx'
import { useActionText } from '../use-action-text.ts'
import { chartStateOf, type ReportAnswer } from '../use-report.ts'

/** Reviewers that fit beside the other chart, those with the most decisions first. */
const mostReviewers = 5

/** What the decisions of each reviewer did, as shares; reviewers with too few decisions have none. */
export function ActionSharesChart({ query }: { query: ReportAnswer<ReportReviewers> }) {
  const intl = useIntl()
  const format = useFormat()
  const actionText = useActionText()
  const title = intl.formatMessage({ id: 'CaseReport.Reviewers.Shares' })
  const rows = (query.data?.rows ?? [])
    .filter(({ few }) => !few)
    .toSorted((a, b) => b.decisions - a.decisions)
    .slice(0, mostReviewers)
  return (
    <ChartPlace title={title}>
      <HeatMapChart
        title={title}
        meta={<FormattedMessage id="CaseReport.Reviewers.Shares.Meta" />}
        {...chartStateOf(query, () => rows.length === 0)}
        empty={
          <p>
            <FormattedMessage id="CaseReport.Reviewers.AllFew" values={{ count: reportLimits.fewDecisions }} />
          </p>
        }
        height={plotHeight}
        fileName="case-report-shares"
        valueLabel={title}
        formatValue={value => format.percent(value)}
        rows={rows.map(({ reviewer }) => ({ id: reviewer.id, label: reviewer.name }))}
        columns={(['Approve', 'Reject', 'None'] as const).map(id => ({ id, label: actionText(id) }))}
        values={rows.map(({ approveShare, rejectShare, noneShare }) => [approveShare, rejectShare, noneShare])}
      />
    </ChartPlace>
  )
}
