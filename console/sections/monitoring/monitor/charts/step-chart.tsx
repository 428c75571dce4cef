import { Card, CardHeader, lazyPart, SkeletonChart } from '@assay/design-system'
import { type ReactNode, Suspense } from 'react'
import { FormattedMessage } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { useCan, useHref } from '../../../../platform/environments/environments.tsx'
import { searchParameters } from '../../../../platform/search-url/search-url.ts'
import { bucketOf, pointsOf, type StepSeries, type Steps, totalOf } from '../../step-points.ts'

const StackedBarChart = lazyPart(() =>
  import('@assay/design-system/charts').then(module => ({ default: module.StackedBarChart })),
)

const minute = 60_000
const plotHeight = 136

interface StepChartProps {
  /** Undefined while the figures are on their way. */
  steps: (Steps & { eventType: string }) | undefined
  title: string
  meta?: ReactNode
  series: readonly StepSeries[]
  /** The figures in words. */
  summary: string
  fileName: string
  /** Shares of each step instead of counts. */
  percent?: boolean
  compare?: { label: string; values: readonly number[] }
  /** The last refresh failed: what is shown is old. */
  stale: boolean
  failed: boolean
  onRetry: () => void
  /** A bar opens its events in the search. */
  searchable?: boolean
}

/** A chart over the steps of a monitor, with its table; the last bar is lighter, because its step is not over. */
export function StepChart({
  steps,
  title,
  meta,
  series,
  summary,
  fileName,
  percent = false,
  compare,
  stale,
  failed,
  onRetry,
  searchable = false,
}: StepChartProps) {
  const navigate = useNavigate()
  const href = useHref()
  const can = useCan()
  const points = steps === undefined ? [] : pointsOf(steps, series)
  const waiting = (
    <Card>
      <CardHeader title={title} {...(meta === undefined ? {} : { meta })} />
      <div className="flex flex-col gap-5 px-4 pbe-4">
        <SkeletonChart style={{ blockSize: plotHeight }} />
        <span />
      </div>
    </Card>
  )
  if (steps === undefined && !failed) return waiting
  const open = ({ time, until = time }: { time: number; until?: number }) => {
    const end = new Date(until + (steps?.stepMinutes ?? 0) * minute - 1).toISOString()
    const query = searchParameters({
      eventType: steps?.eventType ?? '',
      filter: {
        period: 'all',
        conditions: [
          { column: 'at', op: 'gte', value: new Date(time).toISOString() },
          { column: 'at', op: 'lte', value: end },
        ],
      },
    })
    void navigate(href('/search', query))
  }
  const empty = series.every(({ counts }) => totalOf(counts) === 0)
  return (
    <Suspense fallback={waiting}>
      <StackedBarChart
        title={title}
        {...(meta === undefined ? {} : { meta })}
        lead={summary}
        bucket={steps === undefined ? 'hour' : bucketOf(steps)}
        timeZone="UTC"
        height={plotHeight}
        fileName={fileName}
        status={failed ? 'error' : empty ? 'empty' : stale ? 'stale' : 'ready'}
        empty={<FormattedMessage id={searchable ? 'Monitoring.Empty' : 'Monitoring.Observations.Empty'} />}
        onRetry={onRetry}
        series={series}
        points={points}
        percent={percent}
        partialLast
        {...(compare === undefined ? {} : { compare })}
        {...(searchable && can('search') ? { onPointOpen: open } : {})}
      />
    </Suspense>
  )
}
