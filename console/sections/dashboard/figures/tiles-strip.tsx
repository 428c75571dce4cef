import { cn, Sparkline, type StatChange, StatTile, StatTileRow, useFormat } from '@assay/design-system'
import type { Queue } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { queuesPath } from '../../../platform/cases/case-links.ts'
import { countOpenCases } from '../../../platform/cases/open-cases.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { searchParameters } from '../../../platform/search-url/search-url.ts'
import { periodFilter } from '../period/period-filter.ts'
import type { Period } from '../period/period-label.tsx'
import { hasFailed, type PartQuery, partInterval } from './part-query.ts'
import { changeOf, failedShare, type TransactionFigure, transactionFigures } from './tile-figures.ts'
import type { FigureCardProps } from './use-figures.ts'

/** Between the widths the tiles stand side by side without their lines. */
const columns: Partial<Record<number, string>> = {
  2: 'sm:grid-cols-2',
  3: 'grid-cols-1 sm:grid-cols-3',
  4: 'grid-cols-2 lg:grid-cols-4',
  5: 'grid-cols-2 sm:grid-cols-3 md:grid-cols-5',
}

/** The key figures, each a link to the page behind it; those whose page does not open for the user are left out. */
export function TilesStrip({ figures, period }: FigureCardProps) {
  const title = useId()
  const can = useCan()
  const cases = useCases(can('cases.queues'))
  const calls = useCalls(period, can('apimanagement'))
  const isStale = [figures, cases, calls].some(({ data, isError }) => isError && data !== undefined)
  const tiles = [
    ...(can('monitoring')
      ? transactionFigures.map(figure => (
          <TransactionTile key={figure.id} figure={figure} figures={figures} period={period} />
        ))
      : []),
    ...(can('cases.queues') ? [<CasesTile key="cases" query={cases} />] : []),
    ...(can('apimanagement') ? [<CallsTile key="calls" query={calls} />] : []),
  ]
  if (tiles.length === 0) return null
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3">
      <h2 id={title} className="sr-only">
        <FormattedMessage id="Dashboard.Tiles.Title" />
      </h2>
      {isStale ? <StaleNotice /> : null}
      <StatTileRow
        className={cn(
          columns[tiles.length],
          '[&>article]:overflow-hidden max-sm:[&>article:last-child:nth-child(odd)]:col-span-full',
        )}
      >
        {tiles}
      </StatTileRow>
    </section>
  )
}

interface TransactionTileProps extends FigureCardProps {
  figure: TransactionFigure
}

function TransactionTile({ figure, figures, period }: TransactionTileProps) {
  const intl = useIntl()
  const format = useFormat()
  const href = useHref()
  const can = useCan()
  const texts = useFigureTexts()
  const { data } = figures
  const label = intl.formatMessage({ id: `Dashboard.Tile.${figure.id}` })
  const value = data && figure.value(data.totals)
  const change =
    data &&
    changeOf(
      figure.kind,
      { value: figure.value(data.totals), events: data.totals.events },
      { value: figure.value(data.previous), events: data.previous.events },
    )
  return (
    <StatTile
      label={label}
      {...stateOf(figures)}
      {...(value === undefined ? {} : { value: figure.kind === 'rate' ? texts.rate(value) : format.number(value) })}
      {...texts.change(figure.kind, change, figure.goodWhen)}
      {...(data ? { sparkline: <Line values={data.series.map(figure.line)} /> } : {})}
      link={
        can('search') ? (
          <Link to={href('/search', searchParameters({ filter: periodFilter(data, period, figure.conditions) }))}>
            <span>
              <FormattedMessage id="Dashboard.Tile.Open" values={{ label }} />
            </span>
          </Link>
        ) : (
          <Link to={href('/fraud/purchase')}>
            <span>
              <FormattedMessage id="Dashboard.Tile.Page" values={{ label }} />
            </span>
          </Link>
        )
      }
    />
  )
}

function useCases(enabled: boolean) {
  const { id: environmentId } = useEnvironment()
  return useQuery(
    api.queues.list.queryOptions({
      input: { environmentId },
      enabled,
      staleTime: 5_000,
      refetchInterval: partInterval,
    }),
  )
}

function useCalls(period: Period, enabled: boolean) {
  const { id: environmentId } = useEnvironment()
  return useQuery(
    api.dashboard.apiCalls.queryOptions({
      input: { environmentId, period },
      enabled,
      refetchInterval: partInterval,
      placeholderData: keepPreviousData,
    }),
  )
}

/** Cases that are open now, whatever the period. */
function CasesTile({ query }: { query: ReturnType<typeof useCases> }) {
  const intl = useIntl()
  const format = useFormat()
  const href = useHref()
  const label = intl.formatMessage({ id: 'Dashboard.Tile.OpenCases' })
  const cases = query.data && countOpenCases(query.data as readonly Queue[])
  return (
    <StatTile
      label={label}
      {...stateOf(query)}
      {...(cases ? { value: format.number(cases.open), note: <CaseNote {...cases} /> } : {})}
      link={
        <Link to={href(queuesPath, new URLSearchParams({ show: 'all' }))}>
          <span>
            <FormattedMessage id="Dashboard.Tile.Page" values={{ label }} />
          </span>
        </Link>
      }
    />
  )
}

const CaseNote = ({ overdue, atRisk }: { overdue: number; atRisk: number }) =>
  overdue > 0 ? (
    <FormattedMessage id="Dashboard.Tile.Overdue" values={{ count: overdue }} />
  ) : atRisk > 0 ? (
    <FormattedMessage id="Dashboard.Tile.AtRisk" values={{ count: atRisk }} />
  ) : null

/** The share of the calls of the risk API in the period that failed. */
function CallsTile({ query }: { query: ReturnType<typeof useCalls> }) {
  const intl = useIntl()
  const texts = useFigureTexts()
  const { data } = query
  const change =
    data &&
    changeOf(
      'rate',
      { value: failedShare(data.totals), events: data.totals.calls },
      { value: failedShare(data.previous), events: data.previous.calls },
    )
  return (
    <StatTile
      label={intl.formatMessage({ id: 'Dashboard.Tile.FailedCalls' })}
      {...stateOf(query)}
      {...(data
        ? { value: texts.rate(failedShare(data.totals)), sparkline: <Line values={data.series.map(failedShare)} /> }
        : {})}
      {...texts.change('rate', change, 'down')}
    />
  )
}

const Line = ({ values }: { values: number[] }) => (
  <span className="max-sm:hidden md:max-lg:hidden">
    <Sparkline values={values} />
  </span>
)

/** Whether a tile waits for its figure, or shows that it could not be loaded. */
function stateOf(query: PartQuery): {
  loading: boolean
  error?: ReactNode
  onRetry?: () => void
} {
  if (!hasFailed(query)) return { loading: query.data === undefined }
  return { loading: false, error: <FormattedMessage id="Dashboard.Failed" />, onRetry: () => void query.refetch() }
}

/** Rates and changes as texts, in the digits of the other figures. */
function useFigureTexts() {
  const intl = useIntl()
  const digits = { numberingSystem: 'latn' } as const
  const signed = { ...digits, signDisplay: 'exceptZero', maximumFractionDigits: 1 } as const
  return {
    rate: (value: number) =>
      intl.formatNumber(value, {
        ...digits,
        style: 'percent',
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      }),
    change(
      kind: 'count' | 'rate',
      difference: number | null | undefined,
      goodWhen?: 'up' | 'down',
    ): { change?: StatChange } {
      if (difference === null || difference === undefined) return {}
      const text =
        kind === 'rate'
          ? intl.formatMessage(
              { id: 'Dashboard.Change.Points' },
              { points: intl.formatNumber(difference, { ...signed, minimumFractionDigits: 1 }) },
            )
          : intl.formatNumber(difference, { ...signed, style: 'percent' })
      const direction = Math.abs(difference) < 0.0005 ? 'flat' : difference > 0 ? 'up' : 'down'
      return { change: { text, direction, ...(goodWhen ? { goodWhen } : {}) } }
    },
  }
}
