import type { ReportOverview } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { NoReviews } from '../no-reviews.tsx'
import { isFirstCutOff, wholePeriodStart } from '../period-start.ts'
import { ChartPlace, chartBuckets, plotHeight, TimeSeriesChart } from '../report-charts.tsx'
import { chartStateOf, type ReportAnswer } from '../use-report.ts'

const minute = 60_000
const minutesOf = (milliseconds: number | null) => (milliseconds === null ? null : milliseconds / minute)

/** Average, median and 90th percentile of the handling time of each period, in minutes. */
export function HandlingChart({ query }: { query: ReportAnswer<ReportOverview> }) {
  const intl = useIntl()
  const { data } = query
  const title = intl.formatMessage({ id: 'CaseReport.Handling' })
  const label = (key: string) => intl.formatMessage({ id: `CaseReport.Duration.${key}` })
  return (
    <ChartPlace title={title}>
      <TimeSeriesChart
        title={title}
        meta={<FormattedMessage id="CaseReport.Handling.Meta" />}
        {...chartStateOf(query, ({ handlingPeriods }) => handlingPeriods.every(({ count }) => count === 0))}
        empty={<NoReviews />}
        unit="rate"
        height={plotHeight}
        timeZone="UTC"
        bucket={chartBuckets[data?.bucket ?? 'weekly']}
        partialFirst={isFirstCutOff(data?.handlingPeriods, data?.bucket)}
        fileName="case-report-handling"
        series={[
          { key: 'average', label: label('Average'), tone: 'series-1' },
          { key: 'median', label: label('Median'), tone: 'series-2' },
          { key: 'p90', label: label('P90'), tone: 'series-4' },
        ]}
        points={(data?.handlingPeriods ?? []).map(({ start, average, median, p90 }) => ({
          time: wholePeriodStart(start, data?.bucket),
          values: { average: minutesOf(average), median: minutesOf(median), p90: minutesOf(p90) },
        }))}
      />
    </ChartPlace>
  )
}
