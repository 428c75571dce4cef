import {
  Button,
  belowMd,
  DataTable,
  EmptyState,
  FilterBar,
  Icon,
  ListPage,
  PageHeader,
  useFormat,
  useMediaQuery,
} from '@assay/design-system'
import { addDays, dayIn, type LogFilter, type LogRow, logLimits, monthsBefore } from '@assay/risk-service/contract'
import { Search } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { readApiError } from '../../../platform/api/api-error.ts'
import { useEnvironment, useEnvironments, useHref } from '../../../platform/environments/environments.tsx'
import { shownColumns, useTablePreference } from '../../../platform/preferences/use-table-preference.ts'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { DaysPicker } from '../../../platform/search-fields/days-picker.tsx'
import { entryPath } from '../entry/entry-address.ts'
import { useEntryEnvironment } from '../entry/use-entry-environment.ts'
import { logParameters } from '../log-address.ts'
import { useLogNames } from '../log-names.ts'
import { EntryPanel } from './entry-panel.tsx'
import { sortLoaded, tableColumns } from './log-columns.tsx'
import { LogExportMenu } from './log-export-menu.tsx'
import { filterFields, fromCondition, toCondition } from './log-fields.ts'
import { useLogResults } from './use-log-results.ts'

const rowId = (row: LogRow) => row.id
const defaultDays = 7

/** Who changed, exported or looked at what: filters in the address, a table that loads as it scrolls, the chosen entry. */
export function Component() {
  const intl = useIntl()
  const { timeZone } = useFormat()
  const small = useMediaQuery(belowMd)
  const href = useHref()
  const names = useLogNames()
  const environment = useEnvironment()
  const { environments } = useEnvironments()
  const title = intl.formatMessage({ id: 'ActivityLog.Title' })
  useTitle(title)
  const [{ from, to, filters, row }, setState] = useSearchState(logParameters)
  const [sorting, setSorting] = useState<{ id: string; desc: boolean } | null>(null)
  const today = dayIn(Date.now(), timeZone)
  const earliest = monthsBefore(today, logLimits.months)
  const end = to ?? today
  const dates = { from: from ?? addDays(end, 1 - defaultDays), to: end }
  const filterKey = JSON.stringify(filters)
  const input = useMemo(
    () => ({
      environmentId: environment.id,
      dates: { from: dates.from, to: dates.to },
      timeZone,
      filters: JSON.parse(filterKey) as LogFilter[],
    }),
    [environment.id, dates.from, dates.to, timeZone, filterKey],
  )
  const { query, count, rows } = useLogResults(input)
  const environmentOf = useEntryEnvironment(environment.id)
  const hrefOf = useCallback((each: LogRow) => href(entryPath(each, environmentOf(each))), [href, environmentOf])
  const tenant = intl.formatMessage({ id: 'ActivityLog.Tenant' })
  const columns = useMemo(() => tableColumns(names, { hrefOf, tenant }), [names, hrefOf, tenant])
  const table = useTablePreference('activityLog', columns)
  const fields = useMemo(() => filterFields(intl, environments), [intl, environments])
  const shown = useMemo(() => sortLoaded(rows, sorting), [rows, sorting])
  const selected = shown.findIndex(({ id }) => id === row)
  const step = (index: number) => {
    const next = shown[index]
    return next ? () => setState({ row: next.id }) : undefined
  }
  const failure = query.isError ? readApiError(query.error) : null
  const tooEarly =
    failure?.kind === 'invalid' &&
    failure.issues.some(({ code, path }) => code === 'search.tooEarly' || path[0] === 'dates')
  const timedOut = failure?.kind === 'conflict' && failure.reason === 'search.timeout'
  const status = query.isPending
    ? 'loading'
    : query.isError
      ? tooEarly || timedOut
        ? 'noResults'
        : 'error'
      : rows.length === 0
        ? 'noResults'
        : query.isPlaceholderData
          ? 'refreshing'
          : 'ready'
  const panel =
    row === null ? null : (
      <EntryPanel
        environmentId={environment.id}
        id={row}
        onGo={id => setState({ row: id })}
        onClose={() => setState({ row: null })}
        onPrevious={selected > 0 ? step(selected - 1) : undefined}
        onNext={selected >= 0 ? step(selected + 1) : undefined}
      />
    )
  return (
    <ListPage
      name={title}
      header={
        <PageHeader
          title={title}
          breadcrumb={[
            { id: 'settings', label: intl.formatMessage({ id: 'Shell.Nav.Settings' }), href: href('/settings') },
            { id: 'audit', label: title },
          ]}
          meta={
            <FormattedMessage
              id="ApiManagement.Scope"
              values={{ environment: <bdi key="environment">{environment.friendlyName}</bdi> }}
            />
          }
          actions={
            <>
              {filters.length > 0 || from !== null || to !== null ? (
                <Button
                  variant="ghost"
                  onClick={() => setState({ filters: [], from: null, to: null, row: null }, 'push')}
                >
                  <FormattedMessage id="ActivityLog.Clear" />
                </Button>
              ) : null}
              <LogExportMenu input={input} shown={shownColumns(columns, table.view)} />
              <Button
                variant="primary"
                loading={query.isFetching && !query.isFetchingNextPage}
                onClick={() => void Promise.all([query.refetch(), count.refetch()])}
              >
                <Icon icon={Search} />
                <FormattedMessage id="ActivityLog.Refresh" />
              </Button>
            </>
          }
        />
      }
      bars={
        <div className="flex min-h-bar flex-wrap items-center gap-2 border-y border-line-subtle px-page py-1.5">
          <span className="w-fit max-w-full">
            <DaysPicker
              size="sm"
              days={dates}
              min={earliest}
              max={today}
              onDaysChange={days => setState({ ...days, row: null }, 'push')}
            />
          </span>
          <FilterBar
            className="min-w-0 flex-1 border-be-0 px-0 py-0"
            fields={fields}
            limit={logLimits.filters}
            value={filters.map(toCondition)}
            onValueChange={next =>
              setState({ filters: next.map(fromCondition).filter(filter => filter !== null), row: null }, 'push')
            }
            end={
              <span className="text-fg-muted">
                <FormattedMessage
                  id="ActivityLog.FilterCount"
                  values={{ count: filters.length, most: logLimits.filters }}
                />
              </span>
            }
          />
        </div>
      }
      {...(small && panel ? { panel } : {})}
    >
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <DataTable
          className="min-h-[14rem] min-w-0 flex-1"
          label={intl.formatMessage({ id: 'ActivityLog.Table' })}
          narrow={small ? 'cards' : 'scroll'}
          columns={columns}
          rows={shown}
          getRowId={rowId}
          getRowName={each => each.resourceName}
          status={status}
          sorting={[sorting ?? { id: 'timestamp', desc: true }]}
          onSortingChange={([first]) => setSorting(first ?? null)}
          view={table.view}
          onViewChange={table.setView}
          currentRowId={row}
          onCurrentRowChange={id => setState({ row: id })}
          {...(query.hasNextPage && !query.isFetching ? { onEndReached: () => void query.fetchNextPage() } : {})}
          onRetry={() => void query.refetch()}
          toolbar={
            <>
              <span className="font-medium">
                {count.data === undefined ? (
                  count.isError ? null : (
                    <FormattedMessage id="Search.Counting" />
                  )
                ) : (
                  <FormattedMessage
                    id={count.data.isMore ? 'ActivityLog.CountMore' : 'ActivityLog.Count'}
                    values={{ count: count.data.count }}
                  />
                )}
              </span>
              {rows.length > 0 ? (
                <span className="truncate text-xs text-fg-muted">
                  <FormattedMessage id="ActivityLog.Loaded" values={{ count: rows.length }} />
                </span>
              ) : null}
            </>
          }
          message={
            status === 'noResults' ? (
              <EmptyState
                kind="no-results"
                title={
                  <FormattedMessage
                    id={tooEarly ? 'ActivityLog.TooEarly' : timedOut ? 'ActivityLog.TimedOut' : 'ActivityLog.None'}
                  />
                }
                description={tooEarly || timedOut ? undefined : <FormattedMessage id="ActivityLog.None.Text" />}
              />
            ) : undefined
          }
        />
        {small ? null : panel}
      </div>
    </ListPage>
  )
}
