import { useFormat } from '@assay/design-system'
import type { ReportOverview } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { NoReviews } from '../no-reviews.tsx'
import { ChartPlace, HeatMapChart, plotHeight } from '../report-charts.tsx'
import { useActionText } from '../use-action-text.ts'
import { chartStateOf, type ReportAnswer } from '../use-report.ts'

/** Decisions and open cases by risk score, in ranges of 100. */
export function ScoresChart({ query }: { query: ReportAnswer<ReportOverview> }) {
  const intl = useIntl()
  const actionText = useActionText()
  const { data } = query
  const format = useFormat()
  const rate = data?.reviewRate.rate ?? null
  const title = intl.formatMessage({ id: 'CaseReport.Scores' })
  const scores = data?.scores ?? []
  const rows = [
    ...(['Approve', 'Reject', 'None'] as const).map(action => ({
      id: action,
      label: actionText(action),
      values: scores.map(({ byAction }) => byAction[action]),
    })),
    { id: 'open', label: intl.formatMessage({ id: 'CaseReport.Scores.Open' }), values: scores.map(({ open }) => open) },
  ]
  return (
    <ChartPlace title={title}>
      <HeatMapChart
        title={title}
        meta={
          rate === null ? undefined : (
            <FormattedMessage id="CaseReport.ReviewRate" values={{ rate: format.percent(rate) }} />
          )
        }
        {...chartStateOf(query, () => rows.every(({ values }) => values.every(value => value === 0)))}
        empty={<NoReviews />}
        height={plotHeight}
        fileName="case-report-scores"
        valueLabel={intl.formatMessage({ id: 'Cases.Bulk.Cases' })}
        rows={rows.map(({ id, label }) => ({ id, label }))}
        columns={scores.map(({ from, to }) => ({ id: String(from), label: `${from}–${to}` }))}
        values={rows.map(({ values }) => values)}
      />
    </ChartPlace>
  )
}
