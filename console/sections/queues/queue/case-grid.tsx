import { Button, belowMd, DataTable, type DataTableStatus, EmptyState, useMediaQuery } from '@assay/design-system'
import type { CaseFilter, CaseRow, Queue, QueueView } from '@assay/risk-service/contract'
import { type ReactNode, type RefObject, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { useCaseLinks } from '../../../platform/cases/case-links.ts'
import { useEnvironments } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { RevealButton } from '../../../platform/personal-data/reveal-button.tsx'
import { subjectsOf } from '../../../platform/personal-data/subjects.ts'
import { useTablePreference } from '../../../platform/preferences/use-table-preference.ts'
import { caseColumns, orderColumns } from './case-columns.tsx'
import type { CaseOrder, useCaseRows } from './use-case-rows.ts'

export type CaseRows = ReturnType<typeof useCaseRows>

interface CaseSelection {
  ids: ReadonlySet<string>
  onIds: (ids: ReadonlySet<string>) => void
  all: boolean
  onAll: (all: boolean) => void
  actions: ReactNode
}

interface CaseGridProps {
  queue: Queue
  view: QueueView
  /** Name of the grid, which stands above it. */
  labelId: string
  cases: CaseRows
  filter: CaseFilter
  order: CaseOrder | null
  onOrder: (order: CaseOrder | null) => void
  onClearFilter: () => void
  /** The conditions of the view, beside its name; null where they stand above the cases of another one. */
  filterBar: ReactNode
  selection?: CaseSelection | undefined
  rowActions?: ((row: CaseRow) => ReactNode) | undefined
  /** A notice above the rows. */
  notice?: ReactNode
  /** A line after a row, with its sentence. */
  boundary?: { after: string; content: ReactNode } | undefined
  /** What to do while there is no case. */
  empty: ReactNode
  grid?: RefObject<HTMLDivElement | null>
  className?: string
}

const idOf = ({ id }: CaseRow) => id
const nameOf = ({ externalId }: CaseRow) => externalId

/** The cases of one view of a queue: loaded as the grid scrolls, and never moved where somebody points. */
export function CaseGrid({
  queue,
  view,
  labelId,
  cases,
  filter,
  order,
  onOrder,
  onClearFilter,
  filterBar,
  selection,
  rowActions,
  notice,
  boundary,
  empty,
  grid,
  className = 'min-h-0 min-w-0 flex-1',
}: CaseGridProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const assessmentName = useAssessmentName()
  const small = useMediaQuery(belowMd)
  const { caseHref } = useCaseLinks()
  const { session } = useEnvironments()
  const label = intl.formatMessage({ id: labelId })
  const { query, rows, total } = cases
  const subjects = useMemo(() => subjectsOf(rows), [rows])
  const bySaving = queue.orderBy === 'expectedSaving'
  const sortable = queue.sequence === 'Unrestricted' && view !== 'inReview'
  const columns = useMemo(
    () =>
      caseColumns({
        view,
        assessment: queue.assessment,
        bySaving,
        selectable: mayTick(queue),
        sortable,
        ownId: session.user.id,
        href: row => caseHref(row),
        assessmentName,
      }),
    [view, queue, bySaving, sortable, session.user.id, caseHref, assessmentName],
  )
  const table = useTablePreference(`cases/${view}`, columns)
  const filtered = Object.keys(filter).length > 0
  const status: DataTableStatus = query.isPending
    ? 'loading'
    : query.isError && rows.length === 0
      ? 'error'
      : query.isPlaceholderData
        ? 'refreshing'
        : rows.length === 0
          ? 'noResults'
          : 'ready'
  const orderColumn = Object.entries(orderColumns).find(([, orderBy]) => orderBy === order?.orderBy)?.[0]
  return (
    <div
      ref={grid}
      className={`flex flex-col ${className}`}
      onPointerEnter={() => cases.onPointer(true)}
      onPointerLeave={() => cases.onPointer(false)}
      onScrollCapture={({ target }) => {
        if (target instanceof Element) cases.onScroll(target.scrollTop)
      }}
      onFocus={({ target }) => cases.onFocusedId(rowAt(target, rows)?.id ?? null)}
      onBlur={() => cases.onFocusedId(null)}
    >
      <DataTable
        className="min-h-0 flex-1"
        label={label}
        narrow={small ? 'cards' : 'scroll'}
        columns={columns}
        rows={rows}
        getRowId={idOf}
        getRowName={nameOf}
        rowCount={total}
        status={status}
        view={table.view}
        onViewChange={table.setView}
        sorting={order && orderColumn ? [{ id: orderColumn, desc: order.direction === 'descending' }] : []}
        onSortingChange={([first]) => {
          const orderBy = first && orderColumns[first.id as keyof typeof orderColumns]
          onOrder(orderBy ? { orderBy, direction: first.desc ? 'descending' : 'ascending' } : null)
        }}
        onRowOpen={row => void navigate(caseHref(row))}
        newCount={cases.waiting}
        onShowNew={cases.acceptAll}
        {...(selection
          ? {
              selectedIds: selection.ids,
              onSelectedIdsChange: selection.onIds,
              allMatching: selection.all,
              onAllMatchingChange: selection.onAll,
              bulkActions: selection.actions,
            }
          : {})}
        {...(rowActions ? { rowActions } : {})}
        {...(query.hasNextPage && !query.isFetching ? { onEndReached: () => void query.fetchNextPage() } : {})}
        onRetry={() => void query.refetch()}
        notice={notice}
        boundary={boundary}
        exportName={`assay-${queue.name}-${view}`}
        actions={<RevealButton environmentId={queue.environmentId} subjects={subjects} />}
        toolbar={
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 py-1">
            <h2 className="flex min-w-0 flex-wrap items-baseline gap-x-2 font-semibold">
              <span className="whitespace-nowrap">{label}</span>
              {total === undefined ? null : (
                <span className="font-normal text-fg-muted tabular-nums">{intl.formatNumber(total)}</span>
              )}
              {queue.sequence === 'Restricted' && view === 'pending' ? (
                <span className="text-xs font-normal text-fg-muted">
                  <FormattedMessage id="Cases.Restricted" />
                </span>
              ) : null}
            </h2>
            {filterBar}
          </div>
        }
        message={
          status === 'error' ? (
            <QueryError error={query.error} onRetry={() => void query.refetch()} />
          ) : status === 'noResults' && filtered ? (
            <EmptyState
              kind="no-results"
              title={<FormattedMessage id="Cases.None.Filtered" />}
              actions={
                <Button onClick={onClearFilter}>
                  <FormattedMessage id="Cases.Filter.Clear" />
                </Button>
              }
            />
          ) : status === 'noResults' ? (
            empty
          ) : undefined
        }
      />
    </div>
  )
}

/** Whether the caller may choose cases of a queue: in a fixed order nobody but a manager does. */
export const mayTick = ({ rights, sequence }: Queue): boolean =>
  (rights.review || rights.manage) && (sequence === 'Unrestricted' || rights.manage)

/** The case of the row that an element of the grid belongs to. */
export function rowAt(element: Element | null, rows: readonly CaseRow[]): CaseRow | undefined {
  const line = element?.closest('[data-row]')?.getAttribute('data-row')
  return line === null || line === undefined ? undefined : rows[Number(line)]
}
