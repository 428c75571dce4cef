import { lazyPart, SkeletonChart } from '@assay/design-system'
import { type AlertRuleMetric, isCountMetric } from '@assay/risk-service/contract'
import { Suspense } from 'react'
import { useIntl } from 'react-intl'

const TimeSeriesChart = lazyPart(() =>
  import('@assay/design-system/charts').then(module => ({ default: module.TimeSeriesChart })),
)

/** Height of the plot, in pixels. */
const plotHeight = 160

interface AlertChartProps {
  title: string
  metric: AlertRuleMetric
  points: readonly { at: string; value: number | null; usual: number | null }[]
  /** Stretches of time in which the alert fired. */
  incidents: readonly { from: string; to: string }[]
  fileName: string
  variant?: 'card' | 'plain'
}

/** The watched value over time beside what is usual, with incidents marked. Its table has the same numbers. */
export function AlertChart({ title, metric, points, incidents, fileName, variant = 'card' }: AlertChartProps) {
  const intl = useIntl()
  const hasUsual = points.some(({ usual }) => usual !== null)
  return (
    <Suspense fallback={<SkeletonChart style={{ blockSize: plotHeight }} />}>
      <TimeSeriesChart
        title={title}
        variant={variant}
        unit={isCountMetric(metric) ? 'count' : 'share'}
        height={plotHeight}
        timeZone="UTC"
        bucket="minute"
        fileName={fileName}
        status={points.every(({ value }) => value === null) ? 'empty' : 'ready'}
        empty={intl.formatMessage({ id: 'Alerts.Preview.Nothing' })}
        series={[
          { key: 'value', label: intl.formatMessage({ id: `Alerts.Metric.${metric}` }), tone: 'series-1' },
          ...(hasUsual
            ? [{ key: 'usual', label: intl.formatMessage({ id: 'Alerts.Usual' }), tone: 'series-4' as const }]
            : []),
        ]}
        points={points.map(({ at, value, usual }) => ({ time: Date.parse(at), values: { value, usual } }))}
        marks={incidents.map(({ from, to }) => ({
          from: Date.parse(from),
          to: Date.parse(to),
          label: intl.formatMessage({ id: 'Alerts.Incident' }),
        }))}
      />
    </Suspense>
  )
}
