import type { ColumnVisibilityState, SortingState } from '@tanstack/react-table'
import { useCallback, useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState, type ComponentProps, type CSSProperties, type MouseEvent, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../lib/cn.ts'
import { useAnnounce } from '../lib/announcer.tsx'
import { useCellFormat } from './cell-format.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import type { DataColumn } from './columns.tsx'
import { toTsv } from './csv.ts'
import { HeaderRow } from './header-row.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { TableMessage, type TableMessageKind } from './table-message.tsx'
import { useColumns } from './use-columns.ts'
import { useGridFocus } from './use-grid-focus.ts'
import { VirtualBody } from './virtual-body.tsx'

export type DataTableStatus = 'ready' | 'loading' | 'refreshing' | TableMessageKind

type Name = { label: string; labelledBy?: never } | { label?: never; labelledBy: string }

export type DataTableProps<Row> = Omit<ComponentProps<'div'>, 'children'> & Name & {
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  /** Stable id of a row: selection and the current row follow it. */
  getRowId: (row: Row) => string
  /** Spoken name of a row; its id when absent. */
  getRowName?: (row: Row) => string
  /** Rows there are in all, when known and more than are loaded. */
  rowCount?: number | undefined
  status?: DataTableStatus
  sorting?: SortingState
  onSortingChange?: (sorting: SortingState) => void
  multiSort?: boolean
  columnVisibility?: ColumnVisibilityState
  onColumnVisibilityChange?: (visibility: ColumnVisibilityState) => void
  /** Ids of the columns that stay while the others scroll. The first column when absent. */
  pinned?: readonly string[]
  /** The row shown in a panel beside the table. */
  currentRowId?: string | null
  onCurrentRowChange?: (id: string) => void
  onRowOpen?: (row: Row) => void
  /** Given, rows have checkboxes. */
  selectedIds?: ReadonlySet<string>
  onSelectedIdsChange?: (ids: ReadonlySet<string>) => void
  /** The last loaded row came near: load more. */
  onEndReached?: () => void
  onRetry?: () => void
  /** Start of the 40 px bar above the head: what was found. */
  toolbar?: ReactNode
  /** End of that bar, after the column chooser. */
  actions?: ReactNode
  columnChooser?: boolean
  /** Replaces the sentence that stands in for rows. */
  message?: ReactNode
  /** Partial results and the like, above the head. */
  notice?: ReactNode
  footerStart?: ReactNode
  footerEnd?: ReactNode
  gutter?: 'page' | 'card'
}

const noSorting: SortingState = []

/** A list of up to 100,000 records as a grid: virtual rows, roving cell focus, sorted and loaded by its owner. */
export function DataTable<Row>({
  label, labelledBy, columns, rows, getRowId, getRowName, rowCount, status = 'ready', sorting = noSorting, onSortingChange,
  multiSort = false, columnVisibility, onColumnVisibilityChange, pinned, currentRowId = null, onCurrentRowChange, onRowOpen,
  selectedIds, onSelectedIdsChange, onEndReached, onRetry, toolbar, actions, columnChooser = true, message, notice,
  footerStart, footerEnd, gutter = 'page', className, style, ...props
}: DataTableProps<Row>) {
  const intl = useIntl()
  const announce = useAnnounce()
  const hintId = useId()
  const format = useCellFormat()
  const grid = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLDivElement>(null)
  const [heights, setHeights] = useState({ row: 36, header: 32 })
  const first = columns[0]?.id
  const pinnedIds = useMemo(() => pinned ?? (first === undefined ? [] : [first]), [pinned, first])
  const selectable = selectedIds !== undefined
  const shownRows = status === 'ready' || status === 'refreshing'
  const count = shownRows ? rows.length : 0

  const { body, headers, variables, visible, setVisible, reset, resize } = useColumns({
    columns, pinned: pinnedIds, sorting, onSortingChange, multiSort, columnVisibility, onColumnVisibilityChange, selectable, gutter,
  })
  const offset = selectable ? 1 : 0

  // Row heights follow density and text size; measured once per change, not once per row.
  useLayoutEffect(() => {
    const element = probe.current
    if (!element) return
    const read = () => {
      const row = element.firstElementChild?.getBoundingClientRect().height ?? 0
      const header = element.lastElementChild?.getBoundingClientRect().height ?? 0
      if (row > 0) setHeights(known => (known.row === row && known.header === header ? known : { row, header }))
    }
    read()
    const observer = new ResizeObserver(read)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])

  const toggle = (id: string) => {
    if (!selectedIds) return
    const next = new Set(selectedIds)
    if (!next.delete(id)) next.add(id)
    onSelectedIdsChange?.(next)
  }
  const open = (index: number) => {
    const row = rows[index]
    if (row === undefined) return
    onCurrentRowChange?.(getRowId(row))
    onRowOpen?.(row)
  }
  const { active, onFocus, onKeyDown } = useGridFocus({
    grid,
    rowCount: count,
    colCount: body.length + offset,
    pageRows: () => Math.max(1, Math.floor(((grid.current?.clientHeight ?? 0) - heights.header) / heights.row) - 1),
    onOpen: open,
    onSelect: index => {
      const row = rows[index]
      if (row === undefined) return
      if (selectable) toggle(getRowId(row))
      else onCurrentRowChange?.(getRowId(row))
    },
    onCopy: point => {
      const picked = selectedIds && selectedIds.size > 0 ? rows.filter(row => selectedIds.has(getRowId(row))) : null
      const row = rows[point.row]
      const column = body[point.col - offset]?.column
      const cells = picked
        ? picked.map(entry => body.map(({ column: { value } }) => value(entry)))
        : row === undefined ? [] : [column ? [column.value(row)] : body.map(({ column: { value } }) => value(row))]
      if (cells.length === 0) return
      void navigator.clipboard.writeText(toTsv(cells)).then(
        () => announce(intl.formatMessage({ id: 'DesignSystem.DataTable.Copied' }, { count: cells.length })),
        () => announce(intl.formatMessage({ id: 'DesignSystem.DataTable.CopyFailed' }), { assertive: true }),
      )
    },
    onResize: (col, delta) => resize(col - offset, delta),
  })

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const rowElement = target.closest<HTMLElement>('[data-row-id]')
    const id = rowElement?.dataset['rowId']
    if (id === undefined || !rowElement) return
    if (target.closest('[data-row-select], [data-col="0"] > span:has([data-row-select])')) return toggle(id)
    const link = target.closest<HTMLAnchorElement>('[data-row-open]')
    if (link) {
      // A modified click is the browser's: new tab, new window, download.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || (!onRowOpen && link.hasAttribute('href'))) return
      event.preventDefault()
      return open(Number(rowElement.dataset['row']))
    }
    if (!target.closest('a, button, input')) onCurrentRowChange?.(id)
  }

  const showRow = useEffectEvent((id: string) => {
    const element = grid.current
    const index = rows.findIndex(row => getRowId(row) === id)
    if (!element || index < 0) return
    const start = index * heights.row
    const view = element.clientHeight - heights.header
    if (start < element.scrollTop) element.scrollTop = start
    else if (start + heights.row > element.scrollTop + view) element.scrollTop = start + heights.row - view
  })
  // The owner moved the current row (the arrows of a side panel): keep it in view. A page appended below must not move the view.
  useEffect(() => {
    if (currentRowId !== null) showRow(currentRowId)
  }, [currentRowId])

  const selectedHere = selectedIds ? rows.reduce((sum, row) => sum + (selectedIds.has(getRowId(row)) ? 1 : 0), 0) : 0
  const rowName = useCallback((row: Row) => getRowName?.(row) ?? getRowId(row), [getRowName, getRowId])
  const selectLabel = useCallback((name: string) => intl.formatMessage({ id: 'DesignSystem.DataTable.SelectRow' }, { name }), [intl])
  const busy = status === 'loading' || status === 'refreshing'
  const isMessage = !shownRows && status !== 'loading'

  return (
    <div data-slot="data-table" data-status={status} className={cn('relative flex min-h-0 min-w-0 flex-col bg-surface', className)} style={{ ...style, ...(variables as CSSProperties) }} {...props}>
      <div ref={probe} aria-hidden className="pointer-events-none invisible absolute"><div className="h-row" /><div className="h-header" /></div>
      <span id={hintId} hidden><FormattedMessage id="DesignSystem.DataTable.SortHint" /></span>
      {toolbar !== undefined || actions !== undefined || columnChooser ? (
        <div data-slot="data-table-toolbar" className={cn('flex h-bar shrink-0 items-center gap-2 text-sm', gutter === 'page' ? 'px-6' : 'px-4')}>
          <div className="flex min-w-0 flex-1 items-center gap-2">{toolbar}</div>
          {columnChooser ? <ColumnsMenu columns={columns} visible={visible} onVisibleChange={setVisible} onReset={reset} /> : null}
          {actions}
        </div>
      ) : null}
      {notice}
      <div className={cn('relative flex min-h-0 flex-col', isMessage ? 'shrink-0' : 'flex-1')}>
        {status === 'refreshing' ? (
          <div aria-hidden className="pointer-events-none absolute inset-x-0 inset-bs-0 z-nav h-0.5 bg-accent-subtle"><div className="h-full w-1/3 bg-accent" /></div>
        ) : null}
        <div
          ref={grid}
          role="grid"
          tabIndex={-1}
          aria-label={label}
          aria-labelledby={labelledBy}
          aria-rowcount={rowCount === undefined ? (onEndReached ? -1 : count + 1) : rowCount + 1}
          aria-colcount={body.length + offset}
          aria-multiselectable={selectable || undefined}
          aria-busy={busy || undefined}
          data-slot="data-table-grid"
          className={cn('min-h-0 flex-1 overflow-auto border-bs border-line-subtle scroll-ps-(--dt-pinned)', isMessage && 'overflow-y-hidden', status === 'refreshing' && 'grayscale')}
          style={{ scrollPaddingBlockStart: heights.header }}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
          onClick={onClick}
        >
          <HeaderRow
            columns={body}
            headers={headers}
            sorting={sorting}
            sortable={onSortingChange !== undefined}
            selection={!selectable ? 'none' : selectedHere === 0 ? 'empty' : selectedHere === count ? 'all' : 'some'}
            hintId={hintId}
            activeCol={active.row === -1 ? active.col : -1}
            onToggleAll={() => onSelectedIdsChange?.(selectedHere === count ? new Set() : new Set(rows.map(getRowId)))}
          />
          {shownRows ? (
            <VirtualBody
              scroller={grid}
              rows={rows}
              getRowId={getRowId}
              getRowName={rowName}
              selectLabel={selectLabel}
              columns={body}
              format={format}
              rowHeight={heights.row}
              headerHeight={heights.header}
              selectedIds={selectedIds}
              currentRowId={currentRowId}
              focusRow={active.row}
              focusCol={active.col}
              onEndReached={onEndReached}
            />
          ) : null}
          {status === 'loading' ? <SkeletonRows columns={body} selectable={selectable} count={24} /> : null}
        </div>
      </div>
      {isMessage ? <div className="flex min-h-0 flex-1 flex-col justify-center overflow-auto">{message ?? <TableMessage kind={status} onRetry={onRetry} />}</div> : null}
      {footerStart !== undefined || footerEnd !== undefined ? (
        <div data-slot="data-table-footer" className={cn('flex shrink-0 items-center justify-between gap-4 border-bs border-line-subtle text-xs text-fg-muted', gutter === 'page' ? 'px-6' : 'px-4')} style={{ minBlockSize: 36 }}>
          <div>{footerStart}</div>
          <div>{footerEnd ?? <FormattedMessage id="DesignSystem.DataTable.TimeZone" values={{ zone: <bdi dir="ltr">{format.timeZone}</bdi> }} />}</div>
        </div>
      ) : null}
    </div>
  )
}
