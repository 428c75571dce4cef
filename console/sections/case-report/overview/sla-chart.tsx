import type { ReportOverview } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { isFirstCutOff, wholePeriodStart } from '../period-start.ts'
import { ChartPlace, chartBuckets, plotHeight, StackedBarChart } from '../report-charts.tsx'
import { chartStateOf, type ReportAnswer } from '../use-report.ts'

/** Whether cases were decided within their target, as shares of each period. */
export function SlaChart({ query }: { query: ReportAnswer<ReportOverview> }) {
  const intl = useIntl()
  const { data } = query
  const title = intl.formatMessage({ id: 'CaseReport.Sla' })
  const label = (key: string) => intl.formatMessage({ id: `CaseReport.Sla.${key}` })
  return (
    <ChartPlace title={title}>
      <StackedBarChart
        title={title}
        {...chartStateOf(query, ({ slaPeriods }) =>
          slaPeriods.every(({ within, breached, openWithin }) => within + breached + openWithin === 0),
        )}
        empty={
          <p>
            <FormattedMessage id="CaseReport.Sla.Empty" />
          </p>
        }
        percent
        height={plotHeight}
        timeZone="UTC"
        bucket={chartBuckets[data?.bucket ?? 'weekly']}
        partialFirst={isFirstCutOff(data?.slaPeriods, data?.bucket)}
        fileName="case-report-sla"
        series={[
          { key: 'within', label: label('Within'), tone: 'approve' },
          { key: 'breached', label: label('Breached'), tone: 'series-3' },
          { key: 'openWithin', label: label('OpenWithin'), tone: 'series-7' },
        ]}
        points={(data?.slaPeriods ?? []).map(({ start, within, breached, openWithin }) => ({
          time: wholePeriodStart(start, data?.bucket),
          values: { within, breached, openWithin },
        }))}
      />
    </ChartPlace>
  )
}
