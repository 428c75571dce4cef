import type { ReportOverview } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { NoReviews } from '../no-reviews.tsx'
import { isFirstCutOff, wholePeriodStart } from '../period-start.ts'
import { ChartPlace, chartBuckets, FlowChart, plotHeight } from '../report-charts.tsx'
import { chartStateOf, noted, type ReportAnswer } from '../use-report.ts'

/** Cases that came in and went out, and how many were there at the end of each period. */
export function FlowCard({ query }: { query: ReportAnswer<ReportOverview> }) {
  const intl = useIntl()
  const { data } = query
  const title = intl.formatMessage({ id: 'CaseReport.Flow' })
  const state = chartStateOf(query, ({ flow }) => flow.inflow === 0 && flow.outflow === 0 && flow.sizeEnd === 0)
  const difference = data?.flow.difference ?? 0
  const label = (key: string) => intl.formatMessage({ id: `CaseReport.Flow.${key}` })
  return (
    <ChartPlace title={title}>
      <FlowChart
        title={title}
        meta={<FormattedMessage id={`CaseReport.PerPeriod.${data?.bucket ?? 'weekly'}`} />}
        {...state}
        {...(state.status === 'ready' && difference !== 0
          ? {
              ...noted,
              notice: <FormattedMessage id="CaseReport.Flow.Difference" values={{ count: difference }} />,
            }
          : {})}
        empty={<NoReviews />}
        height={plotHeight}
        timeZone="UTC"
        bucket={chartBuckets[data?.bucket ?? 'weekly']}
        partialFirst={isFirstCutOff(data?.flowPeriods, data?.bucket)}
        fileName="case-report-flow"
        series={[
          { key: 'inflow', label: label('In'), tone: 'series-1' },
          { key: 'outflow', label: label('Out'), tone: 'series-7' },
        ]}
        stock={{ key: 'size', label: label('Size'), tone: 'series-5' }}
        points={(data?.flowPeriods ?? []).map(({ start, inflow, outflow, sizeEnd }) => ({
          time: wholePeriodStart(start, data?.bucket),
          values: { inflow, outflow, size: sizeEnd },
        }))}
      />
    </ChartPlace>
  )
}
