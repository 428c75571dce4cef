import type { ChartTone } from '@assay/design-system/charts'
import type { SummaryShares, ThreatsReport } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { type ChartFrameProps, MetricChart } from '../summary/metric-chart.tsx'
import { type Shares, SharesChart } from '../summary/shares-chart.tsx'
import { seriesTones, VolumeChart } from '../summary/summary-charts.tsx'

export interface ThreatsChartsProps extends ChartFrameProps {
  report: ThreatsReport | undefined
}

const flagTones: Readonly<Record<string, ChartTone>> = { Fraud: 'series-4', NonFraud: 'series-1' }

/** Returns the parts that occur: others would only fill the legend. */
function occurringOf(
  { values, volumes }: SummaryShares,
  keyOf: (value: string, index: number) => Shares['keys'][number],
): Shares {
  const places = values.flatMap((_, place) => (volumes.some(each => (each[place] ?? 0) > 0) ? [place] : []))
  return {
    keys: places.map((place, index) => keyOf(values[place] ?? '', index)),
    volumes: volumes.map(each => places.map(place => each[place] ?? 0)),
  }
}
const nothing: SummaryShares = { values: [], volumes: [] }

/** How transactions and fraud develop. */
export function ThreatsCharts(props: ThreatsChartsProps) {
  const intl = useIntl()
  const { fraudStatuses, fraudFlags } = props.report?.distributions ?? { fraudStatuses: nothing, fraudFlags: nothing }
  return (
    <div className="grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3 print:grid-cols-2">
      <MetricChart {...props} metric="fraud" titleId="Reports.Threats.Chart.fraud" />
      <MetricChart {...props} metric="fraudByReceived" />
      <SharesChart
        {...props}
        name="fraudStatuses"
        titleId="Reports.Threats.Chart.fraudStatuses"
        empty={
          <p>
            <FormattedMessage id="Reports.Threats.NoFraud" />
          </p>
        }
        shares={occurringOf(fraudStatuses, (key, index) => ({
          key,
          label: intl.formatMessage({ id: `Reports.Status.${key.replaceAll(' ', '')}` }),
          tone: seriesTones[index % seriesTones.length] ?? 'series-8',
        }))}
      />
      <SharesChart
        {...props}
        name="fraudFlags"
        titleId="Reports.Threats.Chart.fraudFlags"
        empty={
          <p>
            <FormattedMessage id="Reports.Threats.NoFlag" />
          </p>
        }
        shares={occurringOf(fraudFlags, key => ({
          key,
          label: intl.formatMessage({ id: `Reports.FraudFlag.${key}` }),
          tone: flagTones[key] ?? 'series-8',
        }))}
      />
      <VolumeChart {...props} />
    </div>
  )
}
