import { Card, CardHeader, lazyPart, Skeleton } from '@assay/design-system'
import type { ApiRequests } from '@assay/risk-service/contract'
import { Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { shortApiName } from '../api-address.ts'
import { bucketOf } from '../bucket.ts'

const TimeSeriesChart = lazyPart(() =>
  import('@assay/design-system/charts').then(module => ({ default: module.TimeSeriesChart })),
)

const plotHeight = 208
/** APIs with a line of their own, the most called ones; the rest is one line. */
const mostLines = 4
const tones = ['series-1', 'series-2', 'series-3', 'series-4'] as const
const rest = 'rest'

/** Requests per minute of the most called APIs. */
export function RequestsChart({ requests }: { requests: ApiRequests }) {
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'ApiManagement.RequestsPerMinute' })
  const { series, starts, step, from, to, calls } = requests
  const own = series.slice(0, series.length > mostLines ? mostLines - 1 : mostLines)
  const others = series.slice(own.length)
  const lines = [
    ...own.map(({ apiName }, index) => ({
      key: apiName,
      label: shortApiName(apiName),
      tone: tones[index] ?? 'series-1',
    })),
    ...(others.length === 0
      ? []
      : [
          {
            key: rest,
            label: intl.formatMessage({ id: 'DesignSystem.Chart.OtherItems' }, { count: others.length }),
            tone: rest,
          } as const,
        ]),
  ]
  const [start, end] = [Date.parse(from), Date.parse(to)]
  // The first and the last step are in the period only in part.
  const points = starts.map((at, index) => {
    const time = Date.parse(at)
    const minutes = Math.max(1, (Math.min(time + step * 1000, end) - Math.max(time, start)) / 60_000)
    return {
      time,
      values: Object.fromEntries([
        ...own.map(({ apiName, points: counts }) => [apiName, (counts[index] ?? 0) / minutes]),
        ...(others.length === 0
          ? []
          : [[rest, others.reduce((sum, { points: counts }) => sum + (counts[index] ?? 0), 0) / minutes]]),
      ]),
    }
  })
  const waiting = (
    <Card>
      <CardHeader title={title} />
      <div className="px-4 pbe-4" aria-busy="true">
        <Skeleton className="h-full" style={{ blockSize: plotHeight }} />
      </div>
    </Card>
  )
  return (
    <Suspense fallback={waiting}>
      <TimeSeriesChart
        title={title}
        unit="rate"
        bucket={bucketOf(step)}
        timeZone="UTC"
        height={plotHeight}
        partialFirst={Date.parse(starts[0] ?? from) < start}
        partialLast={Date.parse(starts.at(-1) ?? from) + step * 1000 >= end}
        fileName="api-requests"
        status={calls === 0 ? 'empty' : 'ready'}
        empty={<FormattedMessage id="OutgoingRequests.NoRequests" />}
        series={lines}
        points={points}
      />
    </Suspense>
  )
}
