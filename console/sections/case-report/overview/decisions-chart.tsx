import type { ReportOverview } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { NoReviews } from '../no-reviews.tsx'
import { isFirstCutOff, wholePeriodStart } from '../period-start.ts'
import { ChartPlace, chartBuckets, plotHeight, StackedBarChart } from '../report-charts.tsx'
import { linkWithin, useReportHref } from '../report-links.ts'
import { useActionText } from '../use-action-text.ts'
import { chartStateOf, type ReportAnswer } from '../use-report.ts'

const actions = [
  { key: 'Approve', tone: 'approve' },
  { key: 'Reject', tone: 'reject' },
  { key: 'None', tone: 'series-7' },
] as const

/** Decisions of each period by what they did; a bar opens its cases. */
export function DecisionsChart({ query }: { query: ReportAnswer<ReportOverview> }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const searchHref = useReportHref()
  const actionText = useActionText()
  const { data } = query
  const title = intl.formatMessage({ id: 'CaseReport.Decisions' })
  const open = ({ time, until = time }: { time: number; until?: number }) => {
    const address = data && searchHref(linkWithin(data.link, data, time, until))
    if (address) void navigate(address)
  }
  return (
    <ChartPlace title={title}>
      <StackedBarChart
        title={title}
        {...chartStateOf(query, ({ decisionPeriods }) =>
          decisionPeriods.every(({ byAction }) => actions.every(({ key }) => byAction[key] === 0)),
        )}
        empty={<NoReviews />}
        height={plotHeight}
        timeZone="UTC"
        bucket={chartBuckets[data?.bucket ?? 'weekly']}
        partialFirst={isFirstCutOff(data?.decisionPeriods, data?.bucket)}
        fileName="case-report-decisions"
        series={actions.map(({ key, tone }) => ({ key, label: actionText(key), tone }))}
        points={(data?.decisionPeriods ?? []).map(({ start, byAction }) => ({
          time: wholePeriodStart(start, data?.bucket),
          values: { ...byAction },
        }))}
        {...(data && searchHref(data.link) ? { onPointOpen: open } : {})}
      />
    </ChartPlace>
  )
}
