import type { ChartTone } from '@assay/design-system/charts'
import type { SummaryDistribution } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { arrivingFrom, FraudChart } from './fraud-chart.tsx'
import {
  ChartPlace,
  type ChartsProps,
  MetricChart,
  type SeriesChartProps,
  StackedBarChart,
  timeOf,
  useChartProps,
} from './metric-chart.tsx'

/** Volume of all transactions by period. */
export function VolumeChart(props: SeriesChartProps) {
  const intl = useIntl()
  const chart = useChartProps(props, 'transactions')
  const { report, view } = props
  return (
    <ChartPlace title={chart.title}>
      <StackedBarChart
        {...chart}
        series={[{ key: 'volume', label: intl.formatMessage({ id: `Reports.Volume.${view}` }), tone: 'series-1' }]}
        points={(report?.periods ?? []).map(({ start }, index) => ({
          time: timeOf(start),
          values: { volume: report?.series.transactions?.[index]?.volume ?? 0 },
        }))}
      />
    </ChartPlace>
  )
}

const decisionTones: Readonly<Record<string, ChartTone>> = {
  Approve: 'approve',
  Review: 'review',
  Challenge: 'challenge',
  Reject: 'reject',
}
/** Colours of the parts of a whole, in their order. */
export const seriesTones = (['1', '7', '5', '4', '3', '2', '6', '8'] as const).map(
  (number): ChartTone => `series-${number}`,
)

/** What transactions are made up of, as shares of each period. */
function DistributionChart({ name, ...props }: ChartsProps & { name: SummaryDistribution }) {
  const intl = useIntl()
  const chart = useChartProps(props, name)
  const { values, volumes } = props.report?.distributions[name] ?? { values: [], volumes: [] }
  // Values that do not occur would only fill the legend.
  const places = values.flatMap((_, place) => (volumes.some(each => (each[place] ?? 0) > 0) ? [place] : []))
  const labelOf = (value: string): string => {
    if (value === '')
      return intl.formatMessage({ id: name === 'decisions' ? 'Reports.NoDecision' : 'DesignSystem.Graph.KindsOther' })
    return intl.formatMessage({
      id:
        name === 'decisions'
          ? `DesignSystem.Decision.${value.toLowerCase()}`
          : `Reports.Status.${value.replaceAll(' ', '')}`,
    })
  }
  return (
    <ChartPlace title={chart.title}>
      <StackedBarChart
        {...chart}
        {...(props.status === 'ready' && places.length === 0 ? { status: 'empty' as const } : {})}
        percent
        series={places.map((place, index) => {
          const value = values[place] ?? ''
          const tone = decisionTones[value] ?? seriesTones[index % seriesTones.length] ?? 'series-8'
          return { key: value === '' ? 'none' : value, label: labelOf(value), tone }
        })}
        points={(props.report?.periods ?? []).map(({ start }, index) => ({
          time: timeOf(start),
          values: Object.fromEntries(
            places.map(place => [values[place] === '' ? 'none' : values[place], volumes[index]?.[place] ?? 0]),
          ),
        }))}
      />
    </ChartPlace>
  )
}

/** The charts of the report; those about banks only where something was sent to one. */
export function SummaryCharts(props: ChartsProps) {
  const { report } = props
  const changingFrom = arrivingFrom(report)
  const withBank = report === undefined || report.kpis.sentToBankVolume !== 0
  const withSettled = report === undefined || report.kpis.settledVolume !== 0
  const received = report?.series.chargebackByReceive.some(({ rate }) => rate !== null) ?? true
  // Where no later event is received every transaction is of the same unknown status.
  const statuses = report?.distributions.statuses
  const withStatus =
    statuses?.volumes.some(each => each.some((volume, place) => volume > 0 && statuses.values[place] !== 'Unknown')) ??
    true
  const observed = report === undefined || report.distributions.observed.values.length > 0
  return (
    <div className="grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3 print:grid-cols-2">
      <VolumeChart {...props} />
      <FraudChart {...props} />
      <DistributionChart {...props} name="decisions" />
      <MetricChart {...props} metric="ruleReject" />
      {withBank ? <MetricChart {...props} metric="bank" /> : null}
      {withStatus ? <DistributionChart {...props} name="statuses" /> : null}
      {withSettled ? (
        <MetricChart
          {...props}
          metric="chargebackByTransaction"
          changingFrom={changingFrom}
          note={changingFrom === undefined ? null : <FormattedMessage id="Reports.Nowcast.Arriving" />}
        />
      ) : null}
      {received ? <MetricChart {...props} metric="chargebackByReceive" /> : null}
      {observed ? <DistributionChart {...props} name="observed" /> : null}
    </div>
  )
}
