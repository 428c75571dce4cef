import type { ReportValue } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { NoReviews } from '../no-reviews.tsx'
import { isFirstCutOff, wholePeriodStart } from '../period-start.ts'
import { ChartPlace, chartBuckets, plotHeight, TimeSeriesChart } from '../report-charts.tsx'
import { chartStateOf, type ReportAnswer } from '../use-report.ts'
import { shownValue, type ValueView } from './value-figures.ts'

const keys = ['fraudStopped', 'fraudMissed', 'goodRejected'] as const
const tones = { fraudStopped: 'series-2', fraudMissed: 'series-4', goodRejected: 'series-5' } as const

/** Fraud stopped and missed, and good cases rejected, over time. */
export function ValueTrendChart({ query, view }: { query: ReportAnswer<ReportValue>; view: ValueView }) {
  const intl = useIntl()
  const { data } = query
  const title = intl.formatMessage({ id: 'CaseReport.Value.Trend' })
  return (
    <ChartPlace title={title}>
      <TimeSeriesChart
        title={title}
        meta={intl.formatMessage({ id: `CaseReport.View.${view}` })}
        {...chartStateOf(query, ({ periods }) => periods.every(each => keys.every(key => each[key].cases === 0)))}
        empty={<NoReviews />}
        height={plotHeight}
        timeZone="UTC"
        bucket={chartBuckets[data?.bucket ?? 'weekly']}
        partialFirst={isFirstCutOff(data?.periods, data?.bucket)}
        fileName="case-report-value-trend"
        series={keys.map(key => ({
          key,
          label: intl.formatMessage({ id: `CaseReport.Kpi.${key}` }),
          tone: tones[key],
        }))}
        points={(data?.periods ?? []).map(period => ({
          time: wholePeriodStart(period.start, data?.bucket),
          values: Object.fromEntries(
            keys.map(key => [key, shownValue(period, key, view) / (view === 'amount' ? 100 : 1)]),
          ),
        }))}
      />
    </ChartPlace>
  )
}
