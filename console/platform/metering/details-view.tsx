import { createColumns, DataTable, EmptyState, lazyPart, Skeleton, SkeletonRows } from '@assay/design-system'
import {
  type MeteredCapability,
  meteredCapabilities,
  type UsageDetails,
  type UsageRow,
} from '@assay/risk-service/contract'
import { Suspense, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { QueryError } from '../errors/page-error.tsx'
import { StaleNotice } from '../errors/stale-notice.tsx'
import { DetailFilters } from './detail-filters.tsx'
import type { DetailState } from './usage-address.ts'
import { apiText } from './usage-texts.ts'
import { type UsageSource, useUsageDetails } from './use-usage.ts'

const StackedBarChart = lazyPart(() =>
  import('@assay/design-system/charts').then(module => ({ default: module.StackedBarChart })),
)

const plotHeight = 200
const tones = { purchase: 'series-1', account: 'series-2', lossPrevention: 'series-3' } as const satisfies Record<
  MeteredCapability,
  string
>

interface DetailsViewProps {
  source: UsageSource
  state: DetailState
  onState: (changes: Partial<DetailState>) => void
}

/** The use of a range of days by day, environment and API. */
export function DetailsView({ source, state, onState }: DetailsViewProps) {
  const query = useUsageDetails(source, state)
  const { data } = query
  return (
    <>
      <DetailFilters state={state} onState={onState} options={data?.options} />
      {query.isError && data !== undefined ? <StaleNotice /> : null}
      {data !== undefined ? (
        <Details details={data} />
      ) : query.isError ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows rows={12} />
      )}
    </>
  )
}

function Details({ details }: { details: UsageDetails }) {
  if (details.used === 0) return <EmptyState kind="no-results" title={<FormattedMessage id="Usage.Empty" />} />
  return (
    <>
      <DayChart details={details} />
      <RowTable details={details} />
    </>
  )
}

function DayChart({ details: { days } }: { details: UsageDetails }) {
  const intl = useIntl()
  const used = meteredCapabilities.filter(each => days.some(({ counts }) => counts.some(c => c.capability === each)))
  return (
    <Suspense fallback={<Skeleton style={{ blockSize: plotHeight }} />}>
      <StackedBarChart
        title={intl.formatMessage({ id: 'Usage.PerDay' })}
        bucket="day"
        timeZone="UTC"
        height={plotHeight}
        fileName="usage-per-day"
        series={used.map(capability => ({
          key: capability,
          label: intl.formatMessage({ id: `Usage.Capability.${capability}` }),
          tone: tones[capability],
        }))}
        points={days.map(({ date, counts }) => ({
          time: Date.parse(date),
          values: Object.fromEntries(
            used.map(capability => [capability, counts.find(each => each.capability === capability)?.count ?? 0]),
          ),
        }))}
      />
    </Suspense>
  )
}

const columns = createColumns<UsageRow>()
const rowIdOf = ({ date, environmentId, capability, apiName, experience, response }: UsageRow) =>
  [date, environmentId, capability, apiName, experience, response].join(' ')

function RowTable({ details: { rows, rowCount, used } }: { details: UsageDetails }) {
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'Usage.Rows' })
  const shown = useMemo(
    () => [
      columns.text('date', { labelId: 'Usage.Column.Date', rowHeader: true, size: 120, value: ({ date }) => date }),
      columns.text('environment', { labelId: 'Usage.Column.Environment', size: 180, value: row => row.environment }),
      columns.text('capability', {
        labelId: 'Usage.Column.Capability',
        size: 160,
        value: ({ capability }) => intl.formatMessage({ id: `Usage.Capability.${capability}` }),
      }),
      columns.text('api', { labelId: 'Usage.Column.Api', size: 240, value: ({ apiName }) => apiText(intl, apiName) }),
      columns.text('experience', {
        labelId: 'Usage.Column.Experience',
        size: 120,
        value: ({ experience }) =>
          experience === '' ? null : intl.formatMessage({ id: `Events.AssessmentType.${experience}` }),
      }),
      columns.text('response', {
        labelId: 'Usage.Column.Response',
        size: 104,
        value: ({ response }) => (response === '' ? null : response),
      }),
      columns.number('count', { labelId: 'Usage.Column.Count', size: 120, value: ({ count }) => count }),
    ],
    [intl],
  )
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-fg-muted">
        <span className="text-sm font-medium text-fg">
          <FormattedMessage id="Usage.Total" values={{ count: used }} />
        </span>
        {rowCount > rows.length ? (
          <FormattedMessage id="Usage.Rows.Newest" values={{ shown: rows.length, all: rowCount }} />
        ) : null}
      </p>
      <DataTable
        className="h-[26rem] min-w-0 rounded-card border border-line-subtle"
        label={title}
        gutter="card"
        narrow="cards"
        processing="client"
        columns={shown}
        rows={rows}
        getRowId={rowIdOf}
        getRowName={row => `${row.date}, ${row.environment}, ${apiText(intl, row.apiName)}`}
        status="ready"
      />
    </div>
  )
}
