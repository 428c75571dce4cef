import {
  type Breadcrumb,
  Card,
  CardHeader,
  DateRangePicker,
  lazyPart,
  PageHeader,
  SegmentedControl,
  Skeleton,
} from '@assay/design-system'
import type { CallPerformance } from '@assay/risk-service/contract'
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { QueryError } from '../errors/page-error.tsx'
import { flagParameter, type SearchParameter, useSearchState } from '../router/use-search-state.ts'
import { useTitle } from '../router/use-title.ts'
import {
  aggregatePerformance,
  type PerformanceRange,
  parseRange,
  type RequestPerformance,
  retentionDays,
  serialiseRange,
} from './performance.ts'
import { RequestMetrics } from './request-metrics.tsx'
import { errorText } from './test-result.tsx'

const TimeSeriesChart = lazyPart(() =>
  import('@assay/design-system/charts').then(module => ({ default: module.TimeSeriesChart })),
)
const BarChart = lazyPart(() => import('@assay/design-system/charts').then(module => ({ default: module.BarChart })))
const StackedBarChart = lazyPart(() =>
  import('@assay/design-system/charts').then(module => ({ default: module.StackedBarChart })),
)

const rangeParameter: SearchParameter<PerformanceRange> = { parse: parseRange, serialise: serialiseRange }
const searchSchema = { range: rangeParameter, errors: flagParameter('shares') }
const plotHeight = 184
const day = 86_400_000
const units = { minute: 60_000, hour: 3_600_000, day } as const
const presets = (
  [
    [24, 'hour'],
    [7, 'day'],
    [30, 'day'],
    [90, 'day'],
  ] as const
).map(([amount, unit]) => ({ kind: 'relative', amount, unit }) as const)
const tones = ['reject', 'series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6', 'series-7'] as const
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

interface OutgoingPerformancePageProps {
  name: string
  breadcrumb: readonly Breadcrumb[]
  /** The query key of the figures; the range is appended. */
  queryKey: QueryKey
  /** Queries the service; instants as ISO 8601. */
  load: (range: { from: string; to: string }) => Promise<CallPerformance>
}

function boundsOf(range: PerformanceRange, now: number): { from: number; to: number } {
  return range.kind === 'absolute'
    ? { from: Date.parse(range.from), to: Math.min(Date.parse(range.to), now) }
    : { from: now - range.amount * units[range.unit], to: now }
}

/** Requests, latency, successes and errors of a call over time, for external calls and external assessments alike. */
export function OutgoingPerformancePage({ name, breadcrumb, queryKey, load }: OutgoingPerformancePageProps) {
  const intl = useIntl()
  const [{ range, errors: shares }, setSearchState] = useSearchState(searchSchema)
  const title = intl.formatMessage({ id: 'OutgoingRequests.Performance.Of' }, { name })
  useTitle(title)
  const query = useQuery({
    queryKey: [...queryKey, 'performance', serialiseRange(range)],
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const now = Date.now()
      const { from, to } = boundsOf(range, now)
      const answer = await load({ from: new Date(from).toISOString(), to: new Date(Math.max(from, to)).toISOString() })
      return { figures: answer.figures, now, ...aggregatePerformance(answer, { from, to }) }
    },
  })
  const { data } = query
  const today = data?.now ?? null
  return (
    <div className="relative flex min-h-0 flex-1 flex-col overflow-y-auto">
      <PageHeader
        title={<bdi>{title}</bdi>}
        breadcrumb={breadcrumb}
        meta={<FormattedMessage id="OutgoingRequests.Performance.Limit" />}
        actions={
          <DateRangePicker
            size="sm"
            precision="day"
            timeZone="UTC"
            value={range}
            presets={presets}
            maxDays={retentionDays}
            aria-label={intl.formatMessage({ id: 'OutgoingRequests.Period' })}
            {...(today === null ? {} : { min: dayOf(today - (retentionDays - 1) * day), max: dayOf(today) })}
            onValueChange={next => setSearchState({ range: next })}
          />
        }
      />
      <div className="flex flex-col gap-4 px-page pbe-6" aria-busy={query.isFetching}>
        {query.isError ? <QueryError error={query.error} onRetry={() => void query.refetch()} /> : null}
        {data ? (
          <div className="text-sm">
            <RequestMetrics figures={data.figures} used />
          </div>
        ) : null}
        {query.isError && !data ? null : (
          <Charts name={name} data={data} shares={shares} onShares={errors => setSearchState({ errors })} />
        )}
      </div>
    </div>
  )
}

interface ChartsProps {
  name: string
  data: (RequestPerformance & { figures: CallPerformance['figures'] }) | undefined
  shares: boolean
  onShares: (shares: boolean) => void
}

function Charts({ name, data, shares, onShares }: ChartsProps) {
  const intl = useIntl()
  const titleOf = (id: 'PerSecond' | 'Latency' | 'Success' | 'Errors') =>
    intl.formatMessage({ id: `OutgoingRequests.Figure.${id}` })
  const waiting = (title: string): ReactNode => (
    <Card>
      <CardHeader title={title} />
      <div className="px-4 pbe-4" aria-busy="true">
        <Skeleton className="h-full" style={{ blockSize: plotHeight }} />
      </div>
    </Card>
  )
  const kinds = [
    ['PerSecond', 'perSecond', 'rate', 'series-1'],
    ['Latency', 'averageMs', 'count', 'series-2'],
    ['Success', 'successRate', 'share', 'approve'],
  ] as const
  const quiet = data?.figures.requests === 0
  const common = { timeZone: 'UTC', height: plotHeight } as const
  const errors = data?.errors ?? []
  const nameOf = ({ type, status }: RequestPerformance['errors'][number]) => errorText(intl, type, status)
  const failed = errors.reduce((sum, { requests }) => sum + requests, 0)
  // The most frequent ones by their names, the rest together: a bar is as high as there were errors. The shares name
  // them all.
  const named = errors.length > tones.length ? errors.slice(0, tones.length - 1) : errors
  const rest = errors.slice(named.length)
  const layers = [
    ...named.map(error => ({ key: error.key, label: nameOf(error), errors: [error] })),
    ...(rest.length > 0
      ? [
          {
            key: 'rest',
            label: intl.formatMessage({ id: 'DesignSystem.Chart.OtherItems' }, { count: rest.length }),
            errors: rest,
          },
        ]
      : []),
  ]
  const overTime = intl.formatMessage({ id: 'OutgoingRequests.Performance.OverTime' })
  const choice =
    failed === 0
      ? {}
      : {
          actions: (
            <SegmentedControl
              label={titleOf('Errors')}
              value={shares ? 'shares' : 'time'}
              onValueChange={value => onShares(value === 'shares')}
              segments={[
                { value: 'time', label: overTime },
                { value: 'shares', label: intl.formatMessage({ id: 'OutgoingRequests.Performance.Shares' }) },
              ]}
            />
          ),
        }
  const noErrors = (
    <FormattedMessage id={quiet ? 'OutgoingRequests.NoRequests' : 'OutgoingRequests.Performance.NoErrors'} />
  )
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      {kinds.map(([id, key, unit, tone]) =>
        data === undefined ? (
          <div key={id}>{waiting(titleOf(id))}</div>
        ) : (
          <Suspense key={id} fallback={waiting(titleOf(id))}>
            <TimeSeriesChart
              {...common}
              title={titleOf(id)}
              unit={unit}
              bucket={data.bucket}
              partialFirst={data.partialFirst}
              partialLast={data.partialLast}
              fileName={`${name}-${key}`}
              status={quiet ? 'empty' : 'ready'}
              empty={<FormattedMessage id="OutgoingRequests.NoRequests" />}
              {...(id === 'Latency'
                ? { meta: intl.formatMessage({ id: 'OutgoingRequests.Figure.Milliseconds' }, { value: '' }).trim() }
                : {})}
              series={[{ key, label: titleOf(id), tone }]}
              points={data.points.map(point => ({ time: point.time, values: { [key]: point[key] } }))}
            />
          </Suspense>
        ),
      )}
      {data === undefined ? (
        <div>{waiting(titleOf('Errors'))}</div>
      ) : (
        <Suspense fallback={waiting(titleOf('Errors'))}>
          {shares && failed > 0 ? (
            <BarChart
              {...choice}
              title={titleOf('Errors')}
              valueLabel={intl.formatMessage({ id: 'OutgoingRequests.Performance.Shares' })}
              unit="share"
              tone="reject"
              valueLabels
              height={plotHeight}
              fileName={`${name}-errors`}
              items={errors.map(error => ({ id: error.key, label: nameOf(error), value: error.requests / failed }))}
            />
          ) : (
            <StackedBarChart
              {...common}
              {...choice}
              title={titleOf('Errors')}
              bucket={data.bucket}
              partialFirst={data.partialFirst}
              partialLast={data.partialLast}
              fileName={`${name}-errors`}
              status={failed === 0 ? 'empty' : 'ready'}
              empty={noErrors}
              series={layers.map(({ key, label }, index) => ({ key, label, tone: tones[index] ?? 'reject' }))}
              points={data.points.map(({ time }, index) => ({
                time,
                values: Object.fromEntries(
                  layers.map(layer => [
                    layer.key,
                    layer.errors.reduce((sum, { points }) => sum + (points[index]?.requests ?? 0), 0),
                  ]),
                ),
              }))}
            />
          )}
        </Suspense>
      )}
    </div>
  )
}
