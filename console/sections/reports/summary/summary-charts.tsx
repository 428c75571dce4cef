import { Card, CardHeader, lazyPart, SkeletonChart, useAfterFirstPaint, useFormat } from '@assay/design-system'
import type { ChartTone } from '@assay/design-system/charts'
import {
  type ReportGrain,
  type ReportView,
  type SummaryDistribution,
  type SummaryMetric,
  type SummaryReport,
} from '@assay/risk-service/contract'
import { type ReactNode, Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

// Charts are the largest part of the page and are loaded after its figures.
const charts = () => import('@assay/design-system/charts')
const FlowChart = lazyPart(() => charts().then(module => ({ default: module.FlowChart })))
const StackedBarChart = lazyPart(() => charts().then(module => ({ default: module.StackedBarChart })))

/** Height of the plots, in pixels. */
const plotHeight = 148

/** What every chart of a report needs. */
export interface ChartFrameProps {
  report: Pick<SummaryReport, 'periods'> | undefined
  /** Why there is no report, or nothing in it. */
  status: 'loading' | 'error' | 'empty' | 'ready'
  onRetry: () => void
  view: ReportView
  grain: ReportGrain
  /** What the names of downloaded files begin with. */
  fileName: string
}
interface ChartsProps extends ChartFrameProps {
  report: SummaryReport | undefined
}
/** A report with some of the series by period. */
interface SeriesChartProps extends ChartFrameProps {
  report: (Pick<SummaryReport, 'periods'> & { series: Partial<SummaryReport['series']> }) | undefined
}

/** Place of a chart, with its title and a grey picture until its code has arrived. */
export function ChartPlace({ title, children }: { title: string; children: ReactNode }) {
  const painted = useAfterFirstPaint()
  const waiting = (
    <Card>
      <CardHeader title={title} />
      <div className="flex flex-col px-4 pbe-8">
        <SkeletonChart style={{ blockSize: plotHeight }} />
      </div>
    </Card>
  )
  return <div className="min-w-0">{painted ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}</div>
}

/** Start of a day of UTC. */
export const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/**
 * What all charts of a report have in common: those with periods that are not final name them.
 * @param name of the chart in the names of files
 */
export function useChartProps(
  { report, status, onRetry, grain, fileName }: ChartFrameProps,
  name: string,
  titleId = `Reports.Chart.${name}`,
) {
  const intl = useIntl()
  const format = useFormat()
  const partial = report?.periods.filter(period => period.partial).map(({ start }) => format.date(start, 'UTC')) ?? []
  return {
    title: intl.formatMessage({ id: titleId }),
    ...(status === 'ready' && partial.length > 0
      ? {
          status: 'partial' as const,
          notice: <FormattedMessage id="Reports.NotFinal" values={{ periods: intl.formatList(partial) }} />,
        }
      : { status, onRetry }),
    empty: (
      <p>
        <FormattedMessage id="Reports.NoMatch" />
      </p>
    ),
    height: plotHeight,
    timeZone: 'UTC',
    bucket: grain,
    fileName: `${fileName}_${name}`,
  } as const
}

const fraudMetrics: readonly SummaryMetric[] = ['fraud', 'chargebackByTransaction', 'chargebackByReceive']

/** Volume and rate of a metric by period. */
export function MetricChart({
  metric,
  ...props
}: SeriesChartProps & { metric: Exclude<SummaryMetric, 'transactions'> }) {
  const intl = useIntl()
  const chart = useChartProps(props, metric)
  const { report, view } = props
  const isFraud = fraudMetrics.includes(metric)
  return (
    <ChartPlace title={chart.title}>
      <FlowChart
        {...chart}
        series={[
          {
            key: 'volume',
            label: intl.formatMessage({ id: `Reports.Volume.${view}` }),
            tone: isFraud ? 'series-6' : 'series-1',
          },
        ]}
        stock={{
          key: 'rate',
          label: intl.formatMessage({ id: 'Reports.Rate' }),
          tone: isFraud ? 'series-4' : 'series-5',
        }}
        stockUnit="share"
        points={(report?.periods ?? []).map(({ start }, index) => ({
          time: timeOf(start),
          values: { ...report?.series[metric]?.[index] },
        }))}
      />
    </ChartPlace>
  )
}

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
      <MetricChart {...props} metric="fraud" />
      <DistributionChart {...props} name="decisions" />
      <MetricChart {...props} metric="ruleReject" />
      {withBank ? <MetricChart {...props} metric="bank" /> : null}
      {withStatus ? <DistributionChart {...props} name="statuses" /> : null}
      {withSettled ? <MetricChart {...props} metric="chargebackByTransaction" /> : null}
      {received ? <MetricChart {...props} metric="chargebackByReceive" /> : null}
      {observed ? <DistributionChart {...props} name="observed" /> : null}
    </div>
  )
}
