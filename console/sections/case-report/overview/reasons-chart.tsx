import type { ReportOverview } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { NoReviews } from '../no-reviews.tsx'
import { BarChart, ChartPlace, plotHeight } from '../report-charts.tsx'
import { useReportHref } from '../report-links.ts'
import { useActionText } from '../use-action-text.ts'
import { chartStateOf, type ReportAnswer } from '../use-report.ts'

/** Bars that fit beside the other charts; the rest is one bar. */
const mostBars = 6

/** The reasons of decisions; a bar opens its cases. */
export function ReasonsChart({ query }: { query: ReportAnswer<ReportOverview> }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const searchHref = useReportHref()
  const actionText = useActionText()
  const { data } = query
  const title = intl.formatMessage({ id: 'CaseReport.Reasons' })
  const reasons = (data?.reasons ?? []).map(each => ({ ...each, id: `${each.caseAction} ${each.reason}` }))
  const open = (id: string) => {
    const address = searchHref(reasons.find(each => each.id === id)?.link ?? null)
    if (address) void navigate(address)
  }
  return (
    <ChartPlace title={title}>
      <BarChart
        title={title}
        {...chartStateOf(query, ({ reasons: { length } }) => length === 0)}
        empty={<NoReviews />}
        valueLabel={intl.formatMessage({ id: 'Cases.Bulk.Cases' })}
        valueLabels
        height={plotHeight}
        top={mostBars}
        fileName="case-report-reasons"
        items={reasons.map(({ id, reason, caseAction, count }) => ({
          id,
          label: intl.formatMessage({ id: 'CaseReport.Reasons.Of' }, { action: actionText(caseAction), reason }),
          value: count,
        }))}
        {...(reasons.some(({ link }) => searchHref(link)) ? { onItemOpen: ({ id }: { id: string }) => open(id) } : {})}
      />
    </ChartPlace>
  )
}
