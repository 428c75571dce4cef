import { Card, CardHeader, lazyPart, Skeleton } from '@assay/design-system'
import type { ApiErrorGroup, ApiErrors } from '@assay/risk-service/contract'
import { Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { bucketOf } from '../bucket.ts'
import { statusText } from '../status-text.ts'

const StackedBarChart = lazyPart(() =>
  import('@assay/design-system/charts').then(module => ({ default: module.StackedBarChart })),
)

const plotHeight = 184
const tones = ['reject', 'series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6', 'series-7'] as const

interface ErrorsChartProps {
  errors: ApiErrors
  /** Stands out from the other errors. */
  selected: ApiErrorGroup | null
}

/** Errors over time by code; of a selected group, beside all others. */
export function ErrorsChart({ errors, selected }: ErrorsChartProps) {
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'ApiManagement.ErrorsOverTime' })
  const { starts, step, from, to, groups, calls } = errors
  const statuses = [...new Set(groups.map(({ status }) => status))].sort((a, b) => a - b)
  const layers: { key: string; label: string; tone: (typeof tones)[number] | 'rest'; groups: ApiErrorGroup[] }[] =
    selected === null
      ? statuses.map((status, index) => ({
          key: String(status),
          label: statusText(status),
          tone: tones[index] ?? 'rest',
          groups: groups.filter(each => each.status === status),
        }))
      : [
          {
            key: 'selected',
            label: intl.formatMessage({ id: 'ApiManagement.SelectedGroup' }),
            tone: 'reject',
            groups: [selected],
          },
          {
            key: 'rest',
            label: intl.formatMessage({ id: 'ApiManagement.OtherErrors' }),
            tone: 'rest',
            groups: groups.filter(({ id }) => id !== selected.id),
          },
        ]
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
      <StackedBarChart
        title={title}
        bucket={bucketOf(step)}
        timeZone="UTC"
        height={plotHeight}
        partialFirst={Date.parse(starts[0] ?? from) < Date.parse(from)}
        partialLast={Date.parse(starts.at(-1) ?? from) + step * 1000 >= Date.parse(to)}
        fileName="api-errors"
        status={calls === 0 ? 'empty' : 'ready'}
        empty={<FormattedMessage id="OutgoingRequests.Performance.NoErrors" />}
        series={layers.map(({ key, label, tone }) => ({ key, label, tone }))}
        points={starts.map((start, index) => ({
          time: Date.parse(start),
          values: Object.fromEntries(
            layers.map(({ key, groups: own }) => [key, own.reduce((sum, { points }) => sum + (points[index] ?? 0), 0)]),
          ),
        }))}
      />
    </Suspense>
  )
}
