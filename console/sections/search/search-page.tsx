import {
  belowMd, Button, DataTable, DropdownMenu, DropdownMenuContent, DropdownMenuRadioGroup, DropdownMenuRadioItem, DropdownMenuTrigger, EmptyState,
  FilterBar, Icon, ListPage, PageHeader, useAnnounce, useFormat, useMediaQuery, type DataTableStatus,
} from '@assay/design-system'
import { periods, searchColumns, type EventRow } from '@assay/risk-service/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Calendar, ChevronDown } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../platform/api/client.ts'
import { useEnvironment, useHref } from '../../platform/environments/environments.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { useTitle } from '../../platform/router/use-title.ts'
import { searchTableColumns } from './columns.tsx'
import { ExportButton } from './export-button.tsx'
import { filterFields, fromFilterCondition, toFilterCondition } from './filters.ts'
import { ResultPanel } from './result-panel.tsx'
import { useSearchState } from './use-search-state.ts'
import { useStoredColumns } from './use-stored-columns.ts'

const rowId = (row: EventRow) => row.externalId

/** All events of an environment: conditions in the address, a table that loads as it scrolls, the chosen event beside it. */
export function Component() {
  const intl = useIntl()
  const format = useFormat()
  const announce = useAnnounce()
  const small = useMediaQuery(belowMd)
  const environment = useEnvironment()
  const href = useHref()
  const { state, setFilter, setSort, setRow } = useSearchState()
  const [visibility, setVisibility] = useStoredColumns()
  useTitle(intl.formatMessage({ id: 'Search.Title' }))

  const input = { environmentId: environment.id, eventType: 'purchase' as const, filter: state.filter }
  const query = useInfiniteQuery(api.search.events.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...input, sort: state.sort, limit: cursor === undefined ? 100 : 500, ...(cursor === undefined ? {} : { cursor }) }),
    initialPageParam: undefined,
    getNextPageParam: page => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    // Who comes back from an event or a rule wants to see what was decided meanwhile.
    staleTime: 5_000,
  }))
  const count = useQuery(api.search.count.queryOptions({ input, staleTime: 5_000 }))
  const rows = useMemo(() => query.data?.pages.flatMap(page => page.rows) ?? [], [query.data])
  const columns = useMemo(() => searchTableColumns(row => href(`/search/${row.eventType}/${row.environmentId}/${encodeURIComponent(row.externalId)}`)), [href])
  const fields = useMemo(() => filterFields(intl), [intl])

  const total = count.data?.count
  useEffect(() => {
    if (total !== undefined) announce(intl.formatMessage({ id: 'Search.Count' }, { count: total }))
  }, [total, announce, intl])

  const stale = query.isPlaceholderData
  const status: DataTableStatus = query.isPending ? 'loading' : query.isError && rows.length === 0 ? 'error' : rows.length === 0 && !stale ? 'noResults' : stale ? 'refreshing' : 'ready'
  const selected = rows.findIndex(row => row.externalId === state.row)
  const step = (to: number) => {
    const next = rows[to]
    return next ? () => setRow(next.externalId) : undefined
  }
  const filtered = state.filter.conditions.length > 0
  const queryMs = query.data?.pages[0]?.queryMs

  return (
    <ListPage
      name={intl.formatMessage({ id: 'Search.Title' })}
      header={<PageHeader
        title={<FormattedMessage id="Search.Title" />}
        breadcrumb={[{ id: 'search', label: intl.formatMessage({ id: 'Search.Title' }) }]}
        meta={<FormattedMessage id="Search.Meta" />}
        actions={filtered || state.filter.period !== '7d' ? (
          <Button variant="ghost" onClick={() => setFilter({ period: '7d', conditions: [] })}><FormattedMessage id="Search.Clear" /></Button>
        ) : undefined}
      />}
      bars={<div className="flex min-h-bar flex-wrap items-center gap-2 border-y border-line-subtle px-page py-1">
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="sm"><Icon icon={Calendar} size={12} /><FormattedMessage id={`Search.Period.${state.filter.period}`} /><Icon icon={ChevronDown} size={12} /></Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuRadioGroup value={state.filter.period} onValueChange={value => setFilter({ ...state.filter, period: periods.find(period => period === value) ?? '7d' })}>
              {periods.map(period => <DropdownMenuRadioItem key={period} value={period}><FormattedMessage id={`Search.Period.${period}`} /></DropdownMenuRadioItem>)}
            </DropdownMenuRadioGroup>
          </DropdownMenuContent>
        </DropdownMenu>
        <FilterBar
          className="min-w-0 flex-1 border-0 p-0"
          fields={fields}
          value={state.filter.conditions.map(toFilterCondition)}
          onValueChange={value => setFilter({ ...state.filter, conditions: value.flatMap(condition => fromFilterCondition(condition) ?? []) })}
        />
      </div>}
      panel={selected >= 0 && rows[selected] ? (
        <ResultPanel row={rows[selected]} onClose={() => setRow(null)} onPrevious={step(selected - 1)} onNext={step(selected + 1)} />
      ) : null}
    >
      <DataTable
        className="min-w-0 flex-1"
        label={intl.formatMessage({ id: 'Search.TableLabel' })}
        // Beside a docked panel the table scrolls; cards are for a small screen.
        narrow={small ? 'cards' : 'scroll'}
        columns={columns}
        rows={rows}
        getRowId={rowId}
        rowCount={total}
        status={status}
        sorting={[{ id: state.sort.column, desc: state.sort.direction === 'desc' }]}
        onSortingChange={([first]) => {
          const column = searchColumns.find(known => known === first?.id)
          setSort(first && column ? { column, direction: first.desc ? 'desc' : 'asc' } : { column: 'at', direction: 'desc' })
        }}
        columnVisibility={visibility}
        onColumnVisibilityChange={setVisibility}
        currentRowId={state.row}
        onCurrentRowChange={setRow}
        {...(query.hasNextPage && !query.isFetching ? { onEndReached: () => void query.fetchNextPage() } : {})}
        onRetry={() => void query.refetch()}
        toolbar={
          <>
            <span className="font-medium">{total === undefined ? <FormattedMessage id="Search.Counting" /> : <FormattedMessage id="Search.Count" values={{ count: total }} />}</span>
            {queryMs === undefined ? null : <span className="truncate text-xs text-fg-muted"><FormattedMessage id="Search.Took" values={{ time: format.unit(Math.max(1, Math.round(queryMs)), 'millisecond') }} /></span>}
          </>
        }
        actions={<ExportButton input={{ ...input, sort: state.sort }} total={total} columns={columns} visibility={visibility} />}
        message={status === 'error' ? <QueryError error={query.error} onRetry={() => void query.refetch()} /> : status === 'noResults' ? <NoResults filtered={filtered} onClear={() => setFilter({ period: 'all', conditions: [] })} onDropLast={() => setFilter({ ...state.filter, conditions: state.filter.conditions.slice(0, -1) })} /> : undefined}
        footerStart={status === 'ready' ? <FormattedMessage id="Search.Range" values={{ loaded: rows.length, total: total ?? rows.length }} /> : null}
      />
    </ListPage>
  )
}

function NoResults({ filtered, onClear, onDropLast }: { filtered: boolean; onClear: () => void; onDropLast: () => void }) {
  return (
    <EmptyState
      kind="no-results"
      title={<FormattedMessage id="Search.None.Title" />}
      description={<FormattedMessage id={filtered ? 'Search.None.Filtered' : 'Search.None.Period'} />}
      actions={
        <>
          {filtered ? <Button onClick={onDropLast}><FormattedMessage id="Search.None.DropLast" /></Button> : null}
          <Button onClick={onClear}><FormattedMessage id="Search.None.All" /></Button>
        </>
      }
    />
  )
}
