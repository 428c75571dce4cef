import { Card, CardHeader, lazyPart, SkeletonChart, useAfterFirstPaint, useFormat } from '@assay/design-system'
import type { FlowChartProps } from '@assay/design-system/charts'
import type { ReportGrain, ReportView, SummaryMetric, SummaryReport, SummarySeries } from '@assay/risk-service/contract'
import { type ReactNode, Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

// Charts are the largest part of the page and are loaded after its figures.
const charts = () => import('@assay/design-system/charts')
const FlowChart = lazyPart(() => charts().then(module => ({ default: module.FlowChart })))
export const StackedBarChart = lazyPart(() => charts().then(module => ({ default: module.StackedBarChart })))

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
/** What the charts of the Summary are drawn from. */
export interface ChartsProps extends ChartFrameProps {
  report: SummaryReport | undefined
}
/** Series of the reports. */
type SeriesName = SummaryMetric | 'fraudByReceived'
/** A report with some of the series by period. */
export interface SeriesChartProps extends ChartFrameProps {
  report: (Pick<SummaryReport, 'periods'> & { series: Partial<Record<SeriesName, SummarySeries>> }) | undefined
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

/** Returns a day of UTC in milliseconds. */
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
    partialFirst: report?.periods[0]?.partial ?? false,
    partialLast: report?.periods.at(-1)?.partial ?? false,
    height: plotHeight,
    timeZone: 'UTC',
    bucket: grain,
    fileName: `${fileName}_${name}`,
  } as const
}

const fraudMetrics: readonly SeriesName[] = [
  'fraud',
  'fraudByReceived',
  'chargebackByTransaction',
  'chargebackByReceive',
]

interface MetricChartProps extends SeriesChartProps, Pick<FlowChartProps, 'expectation' | 'changingFrom' | 'note'> {
  metric: Exclude<SeriesName, 'transactions'>
  /** Message of the title, where it is not that of the metric. */
  titleId?: string
  /** More values of each period, such as those that are expected. */
  more?: readonly Readonly<Record<string, number | null>>[]
}

/** Volume and rate of a metric by period. */
export function MetricChart({ metric, titleId, note, more, expectation, changingFrom, ...props }: MetricChartProps) {
  const intl = useIntl()
  const chart = useChartProps(props, metric, titleId)
  const { report, view } = props
  const isFraud = fraudMetrics.includes(metric)
  return (
    <ChartPlace title={chart.title}>
      <FlowChart
        {...chart}
        note={note}
        {...(expectation ? { expectation } : {})}
        changingFrom={changingFrom}
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
          values: { ...report?.series[metric]?.[index], ...more?.[index] },
        }))}
      />
    </ChartPlace>
  )
}
