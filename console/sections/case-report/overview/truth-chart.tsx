import type { ReportOverview } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { NoReviews } from '../no-reviews.tsx'
import { isFirstCutOff, wholePeriodStart } from '../period-start.ts'
import { ChartPlace, chartBuckets, plotHeight, TimeSeriesChart } from '../report-charts.tsx'
import { type AnswerFrame, chartStateOf, type ReportAnswer } from '../use-report.ts'

interface TruthChartProps {
  query: ReportAnswer<AnswerFrame & Pick<ReportOverview, 'truthPeriods'>>
  maturityDays: number
}

/** Missed fraud and false rejects of the decisions of each period; those that are too young are shaded. */
export function TruthChart({ query, maturityDays }: TruthChartProps) {
  const intl = useIntl()
  const { data } = query
  const title = intl.formatMessage({ id: 'CaseReport.Truth' })
  const periods = data?.truthPeriods ?? []
  const young = periods.filter(({ mature }) => !mature)
  const last = periods.at(-1)
  const shade = intl.formatMessage({ id: 'CaseReport.Truth.Young' }, { days: maturityDays })
  return (
    <ChartPlace title={title}>
      <TimeSeriesChart
        title={title}
        meta={
          young.length > 0 ? <FormattedMessage id="CaseReport.Truth.Meta" values={{ days: maturityDays }} /> : undefined
        }
        {...chartStateOf(query, ({ truthPeriods }) =>
          truthPeriods.every(each => each.missedFraudRate === null && each.falseRejectRate === null),
        )}
        empty={<NoReviews />}
        unit="share"
        height={plotHeight}
        timeZone="UTC"
        bucket={chartBuckets[data?.bucket ?? 'weekly']}
        partialFirst={isFirstCutOff(data?.truthPeriods, data?.bucket)}
        fileName="case-report-quality"
        series={[
          { key: 'missed', label: intl.formatMessage({ id: 'CaseReport.Truth.Missed' }), tone: 'series-4' },
          { key: 'false', label: intl.formatMessage({ id: 'CaseReport.Truth.FalseRejects' }), tone: 'series-5' },
        ]}
        marks={
          young[0] && last
            ? [
                {
                  from: wholePeriodStart(young[0].start, data?.bucket),
                  to: wholePeriodStart(last.start, data?.bucket) + 1,
                  // Where everything is shaded there is no room for it.
                  label: young.length < periods.length ? shade : '',
                },
              ]
            : []
        }
        points={periods.map(({ start, missedFraudRate, falseRejectRate }) => ({
          time: wholePeriodStart(start, data?.bucket),
          values: { missed: missedFraudRate, false: falseRejectRate },
        }))}
      />
    </ChartPlace>
  )
}
