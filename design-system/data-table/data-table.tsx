import { type CSSProperties, useId, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Callout } from '../feedback/callout/callout.tsx'
import { cn } from '../lib/cn.ts'
import { mergeRefs } from '../lib/merge-refs.ts'
import { Button } from '../primitives/button/button.tsx'
import { CardList } from './card-list.tsx'
import { NativeTable } from './native-table.tsx'
import { rootProps } from './root-props.ts'
import { SelectionBar } from './selection/selection-bar.tsx'
import type { DataTableProps } from './state/data-table-props.ts'
import { useTable } from './state/use-table.ts'
import { TableGrid } from './table-grid.tsx'
import { TableMessage } from './table-message/table-message.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import { useIsNarrow, useRowHeights } from './use-measures.ts'

/**
 * The component for every list of records: a grid with virtual rows and roving cell focus, sorted, filtered and loaded
 * by its owner or, for up to 100,000 rows, by itself; cards in a narrow container. Small read-only data uses
 * `mode="table"`.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  if (props.mode === 'table') return <NativeTable {...props} />
  return <GridTable {...props} />
}

function GridTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    labelledBy,
    getRowId,
    getRowName,
    status: givenStatus = 'ready',
    bulkActions,
    rowActions,
    onRetry,
    partialCount,
    toolbar,
    actions,
    columnChooser = true,
    densityChooser = false,
    exportName,
    message,
    notice,
    footerStart,
    footerEnd,
    narrow = 'cards',
    className,
    style,
    ref,
  } = props
  const intl = useIntl()
  const hintId = useId()
  const root = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLDivElement>(null)
  const table = useTable(props)
  const heights = useRowHeights(probe)
  const cards = useIsNarrow(root, narrow === 'cards')
  const { rows, selection, lines, view } = table
  const body = table.grid.body

  const filteredOut = table.client && givenStatus === 'ready' && !table.pending && rows.length > 0 && lines.count === 0
  const status = filteredOut ? 'noResults' : table.pending && givenStatus === 'ready' ? 'loading' : givenStatus
  const shownRows = status === 'ready' || status === 'refreshing'
  const state = shownRows ? 'rows' : status === 'loading' ? 'skeleton' : 'message'
  const busy = status === 'loading' || status === 'refreshing' || table.busy
  const withBar =
    toolbar !== undefined || actions !== undefined || columnChooser || densityChooser || exportName !== undefined
  const chosenCount = table.allMatching ? table.matching : table.chosen.size

  return (
    <div
      {...rootProps(props)}
      ref={mergeRefs(root, ref)}
      data-slot="data-table"
      data-status={status}
      data-density={view.density ?? undefined}
      className={cn('relative flex min-h-0 min-w-0 flex-col bg-surface', className)}
      style={{ ...style, ...(table.grid.variables as CSSProperties) }}
    >
      <div ref={probe} aria-hidden className="pointer-events-none invisible absolute">
        <div className="h-row" />
        <div className="h-header" />
      </div>
      {withBar ? <TableToolbar table={table} props={props} status={status} cards={cards} /> : null}
      {notice}
      {partialCount === undefined ? null : (
        <Callout tone="warning" className={cn('mx-(--dt-gutter) mbe-2', !withBar && 'mbs-2')}>
          <FormattedMessage id="DesignSystem.DataTable.Partial" values={{ count: partialCount }} />
        </Callout>
      )}
      {table.selectable && chosenCount > 0 ? (
        <SelectionBar
          count={chosenCount}
          matchingCount={
            !table.allMatching && selection.onPage === selection.total && table.matching > selection.total
              ? table.matching
              : null
          }
          onSelectAll={() => table.setAllMatching(true)}
          onClear={selection.clear}
        >
          {bulkActions}
        </SelectionBar>
      ) : null}
      <div className={cn('relative flex min-h-0 flex-col', state === 'message' ? 'shrink-0' : 'flex-1')}>
        {busy && status !== 'loading' ? (
          <div aria-hidden className="pointer-events-none absolute inset-x-0 inset-bs-0 z-nav h-0.5 bg-accent-subtle">
            <div className="h-full w-1/3 bg-accent" />
          </div>
        ) : null}
        {cards && state === 'rows' ? (
          <CardList
            name={{ 'aria-label': label, 'aria-labelledby': labelledBy }}
            rows={rows}
            lines={lines}
            columns={body}
            labelOf={table.actions.labelOf}
            format={table.format}
            getRowId={getRowId}
            selectLabel={
              table.selectable
                ? row =>
                    intl.formatMessage(
                      { id: 'DesignSystem.DataTable.SelectRow' },
                      { name: getRowName?.(row) ?? getRowId(row) },
                    )
                : null
            }
            checked={selection.has}
            currentRowId={props.currentRowId ?? null}
            onToggle={selection.toggle}
            onOpen={(row, event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !props.onRowOpen) return
              event.preventDefault()
              props.onCurrentRowChange?.(getRowId(row))
              props.onRowOpen(row)
            }}
            actions={rowActions ?? null}
            boundary={props.boundary ?? null}
            rowCount={table.matching}
            onEndReached={props.onEndReached}
            busy={busy}
          />
        ) : (
          <TableGrid table={table} props={props} heights={heights} state={state} busy={busy} hintId={hintId} />
        )}
      </div>
      {state === 'message' ? (
        <div className="flex min-h-0 flex-1 flex-col justify-center overflow-auto">
          {message ?? (
            <TableMessage
              kind={status === 'ready' || status === 'refreshing' || status === 'loading' ? 'empty' : status}
              onRetry={onRetry}
              action={
                filteredOut ? (
                  <Button onClick={() => table.change({ ...view, filters: [] })}>
                    <FormattedMessage id="DesignSystem.DataTable.ClearFilters" />
                  </Button>
                ) : undefined
              }
            />
          )}
        </div>
      ) : null}
      {footerStart !== undefined || footerEnd !== undefined ? (
        <div
          data-slot="data-table-footer"
          className="flex shrink-0 items-center justify-between gap-4 border-bs border-line-subtle px-(--dt-gutter) text-xs text-fg-muted"
          style={{ minBlockSize: 36 }}
        >
          <div>{footerStart}</div>
          <div>
            {footerEnd ?? (
              <FormattedMessage
                id="DesignSystem.DataTable.TimeZone"
                values={{ zone: <bdi dir="ltr">{table.format.timeZone}</bdi> }}
              />
            )}
          </div>
        </div>
      ) : null}
    </div>
  )
}
