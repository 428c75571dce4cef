import {
  Button,
  belowMd,
  DataTable,
  ListPage,
  PageHeader,
  useAnnounce,
  useFormat,
  useMediaQuery,
} from '@assay/design-system'
import { type EventRow, searchColumns } from '@assay/risk-service/contract'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { RevealButton } from '../../../platform/personal-data/reveal-button.tsx'
import { subjectsOf } from '../../../platform/personal-data/subjects.ts'
import { shownColumns, useTablePreference } from '../../../platform/preferences/use-table-preference.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useSearchFields } from '../../../platform/search-fields/search-fields.ts'
import { useSearchSwitch } from '../../../platform/search-switch/use-search-switch.ts'
import { allConditions, defaultSearch } from '../../../platform/search-url/search-url.ts'
import { fromColumnFilters, toColumnFilters } from '../column-filters.ts'
import { searchTableColumns } from '../columns.tsx'
import { CompareButton } from '../compare/compare-button.tsx'
import { useComparison } from '../compare/use-comparison.tsx'
import { copyLimit } from '../event-pages.ts'
import { fieldOfColumn } from '../field-columns.tsx'
import { SearchOff } from '../off/search-off.tsx'
import { useRecordedSearch } from '../recent/recent-searches.ts'
import { searchRuns } from '../recent/search-runs.ts'
import { RefusedCalls } from '../refused/refused-calls.tsx'
import { refusedFields } from '../refused-fields.ts'
import { useEventCommands } from '../rows/use-event-commands.tsx'
import { useSearchAddress } from '../use-search-address.ts'
import { BulkActions } from './bulk-actions.tsx'
import { ExportMenu } from './export-menu.tsx'
import { ResultPanel } from './result-panel.tsx'
import { SearchBar } from './search-bar.tsx'
import { EventTypeMenu } from './search-menus.tsx'
import { SearchMessage } from './search-message.tsx'
import { SearchViews } from './search-views.tsx'
import { useSearchHotkeys } from './use-search-hotkeys.ts'
import { useSearchResults } from './use-search-results.ts'
import { useSelection } from './use-selection.ts'

const rowId = (row: EventRow) => row.externalId

/** The search, or why the tenant does not have it. */
export function Component() {
  const { data, isLoading } = useSearchSwitch()
  // The page is there before the switch is known; nothing is searched before, because the service would refuse it.
  return data === undefined || data.state === 'On' ? (
    <SearchPage enabledAt={data?.from ?? null} enabled={!isLoading} />
  ) : (
    <SearchOff state={data.state} />
  )
}

/**
 * All events of a type in an environment: conditions in the address, a table that loads as it scrolls, the chosen event beside
 * it.
 */
function SearchPage({ enabledAt, enabled }: { enabledAt: string | null; enabled: boolean }) {
  const intl = useIntl()
  const format = useFormat()
  const announce = useAnnounce()
  const small = useMediaQuery(belowMd)
  const environment = useEnvironment()
  const { timeZone } = format
  const href = useHref()
  const page = useRef<HTMLDivElement>(null)
  const { state, view: viewId, plain, setEventType, setFilter, setSort, setRow, setView, nameView } = useSearchAddress()
  useTitle(intl.formatMessage({ id: 'Search.Title' }))

  const input = useMemo(
    () => ({ environmentId: environment.id, eventType: state.eventType, filter: { ...state.filter, timeZone } }),
    [environment.id, state.eventType, state.filter, timeZone],
  )
  const fields = useSearchFields(state.eventType)
  const [advanced, setAdvanced] = useState(state.filter.groups.length > 0)
  const eventHref = useCallback(
    (row: EventRow) => href(`/search/${row.eventType}/${row.environmentId}/${encodeURIComponent(row.externalId)}`),
    [href],
  )
  const columns = useMemo(
    () => searchTableColumns(intl, state.eventType, eventHref, fields),
    [intl, state.eventType, eventHref, fields],
  )
  // Each type has columns of its own.
  const { eventType } = state
  const table = useTablePreference(eventType === defaultSearch.eventType ? 'search' : `search/${eventType}`, columns)
  const shown = shownColumns(columns, table.view)
  const results = useSearchResults(
    input,
    state.sort,
    shown.flatMap(({ id }) => fieldOfColumn(eventType, id) ?? []),
    enabled,
  )
  const { query, count, rows, status, refresh, repeat } = results
  const subjects = useMemo(() => subjectsOf(rows), [rows])
  const [unknown, masked] = useMemo(
    () => [
      refusedFields(query.error, state.filter, 'search.field'),
      refusedFields(query.error, state.filter, 'search.masked'),
    ],
    [query.error, state.filter],
  )
  const events = useEventCommands({
    environmentId: environment.id,
    eventType: state.eventType,
    hrefOf: eventHref,
    refresh,
  })
  const columnFilters = useMemo(() => toColumnFilters(state.filter.conditions), [state.filter.conditions])
  const filterKey = JSON.stringify([state.eventType, state.filter])
  const selection = useSelection(eventType, filterKey)

  const total = count.data?.count
  useEffect(() => {
    if (total !== undefined) announce(intl.formatMessage({ id: 'Events.Count' }, { count: total }))
  }, [filterKey, total, announce, intl])

  const stale = query.isPlaceholderData
  useRecordedSearch(state, query.isSuccess && !stale)
  const selected = rows.findIndex(row => row.externalId === state.row)
  const step = (to: number) => {
    const next = rows[to]
    return next ? () => setRow(next.externalId) : undefined
  }
  const filtered = allConditions(state.filter).length > 0
  const queryMs = query.data?.pages[0]?.queryMs
  const exportSource = {
    input: { ...input, sort: state.sort },
    name: `assay-${eventType === defaultSearch.eventType ? 'purchases' : eventType}-${new Date().toISOString().slice(0, 10)}`,
    shown,
  }
  const comparison = useComparison({
    ...{ environmentId: environment.id, eventType, filter: state.filter, fields },
    onFilterChange: setFilter,
    onOpen: () => setRow(null),
  })
  useSearchHotkeys(page, {
    refresh,
    previous: step(selected - 1),
    next: step(selected + 1),
  })

  return (
    <ListPage
      ref={page}
      name={intl.formatMessage({ id: 'Search.Title' })}
      header={
        <PageHeader
          title={<FormattedMessage id="Search.Title" />}
          breadcrumb={[{ id: 'search', label: intl.formatMessage({ id: 'Search.Title' }) }]}
          actions={
            <>
              {filtered || state.filter.dates || state.filter.period !== '7d' ? (
                <Button variant="ghost" onClick={() => setFilter(defaultSearch.filter)}>
                  <FormattedMessage id="Search.Clear" />
                </Button>
              ) : null}
              <EventTypeMenu eventType={eventType} onEventTypeChange={setEventType} />
            </>
          }
        />
      }
      bars={
        <>
          <RefusedCalls />
          <SearchViews
            state={state}
            columns={table.view}
            view={viewId}
            plain={plain}
            onView={setView}
            onName={nameView}
            onColumns={table.setColumns}
          />
          <SearchBar
            key={state.eventType}
            eventType={state.eventType}
            fields={fields}
            unknown={unknown}
            filter={state.filter}
            advanced={advanced || state.filter.groups.length > 0}
            onAdvancedChange={setAdvanced}
            {...searchRuns({ state, setFilter, setView }, refresh)}
          />
        </>
      }
      panel={
        selected >= 0 && rows[selected] ? (
          <ResultPanel
            row={rows[selected]}
            onClose={() => setRow(null)}
            onPrevious={step(selected - 1)}
            onNext={step(selected + 1)}
          />
        ) : (
          comparison.panel
        )
      }
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
          const column = searchColumns.find(each => each === first?.id)
          setSort(
            first && column ? { column, direction: first.desc ? 'desc' : 'asc' } : { column: 'at', direction: 'desc' },
          )
        }}
        view={table.view}
        onViewChange={table.setView}
        filters={columnFilters}
        onFiltersChange={filters =>
          setFilter({ ...state.filter, conditions: fromColumnFilters(state.filter.conditions, filters) })
        }
        densityChooser
        selectedIds={selection.ids}
        onSelectedIdsChange={selection.setIds}
        allMatching={selection.all}
        onAllMatchingChange={selection.setAll}
        bulkActions={
          <BulkActions
            count={selection.all ? Math.min(total ?? 0, copyLimit) : selection.ids.size}
            ids={selection.all ? null : selection.ids}
            {...exportSource}
            loaded={rows}
            onCompare={comparison.open}
            {...events.commands}
          />
        }
        actions={
          <>
            <RevealButton environmentId={environment.id} subjects={subjects} />
            {status === 'ready' ? <CompareButton onCompare={comparison.open} /> : null}
            <ExportMenu {...exportSource} />
          </>
        }
        rowActions={events.rowActions}
        currentRowId={state.row}
        onCurrentRowChange={setRow}
        {...(query.hasNextPage && !query.isFetching ? { onEndReached: () => void query.fetchNextPage() } : {})}
        onRetry={repeat}
        toolbar={
          <>
            <span className="font-medium">
              {total === undefined ? (
                count.isError ? null : (
                  <FormattedMessage id="Search.Counting" />
                )
              ) : (
                <FormattedMessage id="Events.Count" values={{ count: total }} />
              )}
            </span>
            {queryMs === undefined ? null : (
              <span className="truncate text-xs text-fg-muted">
                <FormattedMessage
                  id="Search.Took"
                  values={{ time: format.unit(Math.max(1, Math.round(queryMs)), 'millisecond') }}
                />
              </span>
            )}
          </>
        }
        message={
          status === 'ready' || status === 'refreshing' ? undefined : (
            <SearchMessage
              results={results}
              input={input}
              filter={state.filter}
              unknown={unknown}
              masked={masked}
              enabledAt={enabledAt}
              onFilterChange={setFilter}
            />
          )
        }
        footerStart={
          status === 'ready' ? (
            <FormattedMessage id="Search.Range" values={{ loaded: rows.length, total: total ?? rows.length }} />
          ) : null
        }
      />
      {events.dialogs}
    </ListPage>
  )
}
