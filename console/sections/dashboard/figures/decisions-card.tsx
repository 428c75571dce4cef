import { Card, CardHeader, lazyPart, SkeletonChart, useAfterFirstPaint } from '@assay/design-system'
import { decisions } from '@assay/risk-service/contract'
import { Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { searchParameters } from '../../../platform/search-url/search-url.ts'
import { FailedCard } from './failed-card.tsx'
import { hasFailed } from './part-query.ts'
import type { FigureCardProps } from './use-figures.ts'

// Charts are the largest part of the page and are loaded after its figures.
const StackedBarChart = lazyPart(() =>
  import('@assay/design-system/charts').then(module => ({ default: module.StackedBarChart })),
)

const hour = 3_600_000
const plotHeight = 216

/** Decisions over time, as they add up; a bar opens the events behind it. */
export function DecisionsCard({ figures, period }: FigureCardProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const href = useHref()
  const can = useCan()
  const painted = useAfterFirstPaint()
  const { data } = figures
  const bucket = data?.bucket ?? (period === '24h' ? 'hour' : 'day')
  const title = intl.formatMessage({
    id: bucket === 'hour' ? 'Dashboard.Decisions.PerHour' : 'Dashboard.Decisions.PerDay',
  })
  if (hasFailed(figures)) return <FailedCard title={title} onRetry={() => void figures.refetch()} />
  const waiting = (
    <Card>
      <CardHeader title={title} />
      {/* As high as the chart with the line that names its time zone. */}
      <div className="flex flex-col gap-5 px-4 pbe-4">
        <SkeletonChart style={{ blockSize: plotHeight }} />
        <span />
      </div>
    </Card>
  )
  if (!data || !painted) return waiting
  const points = data.series.map(({ start, ...values }) => ({
    time: Date.parse(start),
    values: { Approve: values.Approve, Review: values.Review, Challenge: values.Challenge, Reject: values.Reject },
  }))
  const rejected = data.series.reduce(
    (most, point) => (point.Reject > most.Reject ? point : most),
    data.series[0] ?? { Reject: 0, start: data.from },
  )
  const open = (time: number, last: number) => {
    const end = new Date(last + (bucket === 'hour' ? hour : 24 * hour) - 1).toISOString()
    const query = searchParameters({
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
  return (
    <Suspense fallback={waiting}>
      <StackedBarChart
        title={title}
        lead={intl.formatMessage(
          { id: 'Dashboard.Decisions.Summary' },
          {
            events: data.totals.events,
            reviewed: data.totals.decisions.Review,
            rejected: data.totals.decisions.Reject,
            peak: rejected.Reject,
            when: intl.formatDate(rejected.start, {
              dateStyle: 'medium',
              ...(bucket === 'hour' ? { timeStyle: 'short', hourCycle: 'h12' } : {}),
              timeZone: 'UTC',
            }),
          },
        )}
        bucket={bucket}
        timeZone="UTC"
        height={plotHeight}
        fileName="decisions"
        status={data.totals.events === 0 ? 'empty' : 'ready'}
        empty={<FormattedMessage id="Dashboard.Decisions.Empty" />}
        series={decisions.map(decision => ({
          key: decision,
          label: intl.formatMessage({ id: `DesignSystem.Decision.${decision.toLowerCase()}` }),
          tone: decision.toLowerCase() as 'approve' | 'review' | 'challenge' | 'reject',
        }))}
        points={points}
        // Figures go up to the present: the last bar still grows.
        partialLast
        {...(can('search')
          ? { onPointOpen: ({ time, until = time }: { time: number; until?: number }) => open(time, until) }
          : {})}
      />
    </Suspense>
  )
}
