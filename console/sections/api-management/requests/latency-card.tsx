import { Card, CardBody, lazyPart, SegmentedControl, Skeleton, useFormat } from '@assay/design-system'
import type { ApiRequests } from '@assay/risk-service/contract'
import { type ReactNode, Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { bucketOf } from '../bucket.ts'

const TimeSeriesChart = lazyPart(() =>
  import('@assay/design-system/charts').then(module => ({ default: module.TimeSeriesChart })),
)
const BarChart = lazyPart(() => import('@assay/design-system/charts').then(module => ({ default: module.BarChart })))

const plotHeight = 168
const shares = [
  ['p50', 'series-1'],
  ['p95', 'series-2'],
  ['p99', 'series-3'],
] as const
const missingMark = '–'

interface LatencyCardProps {
  /** Undefined while those of a selected row are read. */
  requests: ApiRequests | undefined
  /** What the figures are of; absent: of everything that is filtered. */
  subject?: ReactNode
  /** Shows how the latencies are spread, in place of percentiles over time. */
  spread: boolean
  onSpread: (spread: boolean) => void
}

/** Percentiles of the latency over time, or how the latencies are spread. */
export function LatencyCard({ requests, subject, spread, onSpread }: LatencyCardProps) {
  const intl = useIntl()
  const label = intl.formatMessage({ id: 'ApiManagement.Latency' })
  const waiting = <Skeleton className="m-4" style={{ blockSize: plotHeight }} />
  const choice = (
    <SegmentedControl
      label={label}
      value={spread ? 'spread' : 'time'}
      onValueChange={value => onSpread(value === 'spread')}
      segments={[
        { value: 'time', label: intl.formatMessage({ id: 'OutgoingRequests.Performance.OverTime' }) },
        { value: 'spread', label: intl.formatMessage({ id: 'ApiManagement.Spread' }) },
      ]}
    />
  )
  return (
    <Card className="flex min-w-0 flex-col" aria-busy={requests === undefined}>
      {requests === undefined ? (
        waiting
      ) : (
        <Suspense fallback={waiting}>
          {spread ? (
            <Spread requests={requests} meta={subject} actions={choice} />
          ) : (
            <OverTime requests={requests} meta={subject} actions={choice} />
          )}
        </Suspense>
      )}
      <CardBody className="mbs-auto border-bs border-line-subtle pbs-2">
        <Percentiles latency={requests?.latency ?? null} />
      </CardBody>
    </Card>
  )
}

interface LatencyChartProps {
  requests: ApiRequests
  meta: ReactNode
  actions: ReactNode
}

function OverTime({ requests, ...frame }: LatencyChartProps) {
  const intl = useIntl()
  const { starts, step, from, to, calls, latencyOverTime } = requests
  const [start, end] = [Date.parse(from), Date.parse(to)]
  return (
    <TimeSeriesChart
      {...frame}
      className="border-0"
      title={intl.formatMessage({ id: 'ApiManagement.Latency' })}
      bucket={bucketOf(step)}
      timeZone="UTC"
      unit="rate"
      height={plotHeight}
      partialFirst={Date.parse(starts[0] ?? from) < start}
      partialLast={Date.parse(starts.at(-1) ?? from) + step * 1000 >= end}
      fileName="api-latency"
      status={calls === 0 ? 'empty' : 'ready'}
      empty={<FormattedMessage id="OutgoingRequests.NoRequests" />}
      series={shares.map(([key, tone]) => ({
        key,
        tone,
        label: intl.formatMessage({ id: `ApiManagement.Percentile.${key}` }),
      }))}
      points={starts.map((at, index) => ({
        time: Date.parse(at),
        values: Object.fromEntries(shares.map(([key]) => [key, latencyOverTime[key][index] ?? null])),
      }))}
    />
  )
}

function Spread({ requests: { spread }, ...frame }: LatencyChartProps) {
  const intl = useIntl()
  const format = useFormat()
  return (
    <BarChart
      {...frame}
      className="border-0"
      title={intl.formatMessage({ id: 'ApiManagement.Latency' })}
      orientation="block"
      sort="given"
      height={plotHeight}
      fileName="api-latency-spread"
      valueLabel={intl.formatMessage({ id: 'ApiManagement.Column.Requests' })}
      status={spread.length === 0 ? 'empty' : 'ready'}
      empty={<FormattedMessage id="OutgoingRequests.NoRequests" />}
      items={spread.map(({ from, to, calls }) => ({
        id: String(from),
        label:
          to === null
            ? intl.formatMessage({ id: 'ApiManagement.Range.Over' }, { from: format.number(from) })
            : intl.formatMessage({ id: 'ApiManagement.Range' }, { from: format.number(from), to: format.number(to) }),
        value: calls,
      }))}
    />
  )
}

/** The percentiles of the whole period. */
function Percentiles({ latency }: Pick<ApiRequests, 'latency'>) {
  const format = useFormat()
  return (
    <>
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {shares.map(([key]) => (
          <div key={key} className="flex items-baseline gap-1">
            <dt className="text-fg-secondary">
              <FormattedMessage id={`ApiManagement.Percentile.${key}`} />
            </dt>
            <dd className="font-semibold tabular-nums">
              {latency === null ? missingMark : format.number(Math.round(latency[key]))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="pbs-1 text-xs text-fg-muted">
        <FormattedMessage id="ApiManagement.Estimated" />
      </p>
    </>
  )
}
