import { type PointerEvent, useMemo, useRef, useState } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { useDirection } from '../i18n/index.ts'
import { useAnnounce } from '../lib/announcer.tsx'
import { cn } from '../lib/cn.ts'
import { sizeOf } from './cells/cell-range.ts'
import { useCellBlock } from './cells/use-cell-block.ts'
import { autosize } from './columns/autosize.ts'
import { useCopyCells } from './export/use-copy-cells.ts'
import { filterChoices } from './filters/filter-choices.ts'
import { FilterPopover } from './filters/filter-popover.tsx'
import { gridClick } from './focus/grid-click.ts'
import { gridKeys } from './focus/grid-keys.ts'
import { useCurrentRow } from './focus/use-current-row.ts'
import { useGridFocus } from './focus/use-grid-focus.ts'
import { unsortedHintId } from './header/header-cell.tsx'
import { HeaderDrag } from './header/header-drag.tsx'
import { HeaderRow } from './header/header-row.tsx'
import { SkeletonRows } from './rows/skeleton-rows.tsx'
import { useScrolledEdges } from './rows/use-scrolled-edges.ts'
import { VirtualBody } from './rows/virtual-body.tsx'
import type { DataTableProps } from './state/data-table-props.ts'
import type { TableModel } from './state/use-table.ts'

interface TableGridProps<Row> {
  table: TableModel<Row>
  props: DataTableProps<Row>
  heights: { row: number; header: number }
  state: 'rows' | 'skeleton' | 'message'
  busy: boolean
  hintId: string
}

/** A message with a name, formatted once: rows that scroll by only insert their name. */
function namedBy(intl: IntlShape, id: string): (name: string) => string {
  const [before = '', after = ''] = intl.formatMessage({ id }, { name: '\u0001' }).split('\u0001')
  return name => `${before}${name}${after}`
}

/** The grid: header and rows, one tab stop, keys, ranges and the popovers of a header. */
export function TableGrid<Row>({ table, props, heights, state, busy, hintId }: TableGridProps<Row>) {
  const {
    getRowId,
    getRowName,
    onRowOpen,
    onCurrentRowChange,
    currentRowId = null,
    onEndReached,
    rowCount,
    rowActions,
    renderDetail,
    boundary,
  } = props
  const {
    rows,
    lines,
    leads,
    grid: { body, headers },
    actions,
    selection,
    selectable,
    view,
  } = table
  const intl = useIntl()
  const announce = useAnnounce()
  const direction = useDirection()
  const grid = useRef<HTMLDivElement>(null)
  const anchor = useRef<HTMLElement | null>(null)
  const [menuFor, setMenuFor] = useState<string | null>(null)
  const [filterFor, setFilterFor] = useState<string | null>(null)
  const selectLabel = useMemo(() => namedBy(intl, 'DesignSystem.DataTable.SelectRow'), [intl])
  const expandLabel = useMemo(() => namedBy(intl, 'DesignSystem.DataTable.DetailOf'), [intl])
  const count = state === 'rows' ? lines.count : 0
  const colCount = leads.length + body.length + (rowActions ? 1 : 0)

  const rowAt = (line: number): Row | undefined => {
    const found = lines.at(line)
    return found?.kind === 'row' ? rows[found.row] : undefined
  }
  const idAt = (line: number) => {
    const row = rowAt(line)
    return row === undefined ? undefined : getRowId(row)
  }
  const nameOfRow = (row: Row) => getRowName?.(row) ?? getRowId(row)
  const keyOf = (line: number): string | null => {
    const found = lines.at(line)
    if (found === undefined) return null
    if (found.kind === 'group') return `group ${found.group.key}`
    const row = rows[found.row]
    return row === undefined ? null : `${found.kind} ${getRowId(row)}`
  }
  const open = (line: number) => {
    const row = rowAt(line)
    if (row === undefined) return
    onCurrentRowChange?.(getRowId(row))
    onRowOpen?.(row)
  }
  const current = (line: number) => {
    const id = idAt(line)
    if (id !== undefined) onCurrentRowChange?.(id)
  }
  const copyCells = useCopyCells(table, getRowId)

  const cells = useCellBlock({
    rows: count,
    firstCol: leads.length,
    lastCol: leads.length + body.length - 1,
    onMove: point => moveTo(point),
    onChange: block => announce(intl.formatMessage({ id: 'DesignSystem.DataTable.CellsChosen' }, sizeOf(block))),
  })
  const onKey = gridKeys({
    table,
    direction,
    idAt,
    actionsCol: rowActions ? colCount - 1 : -1,
    columnAt: col => body[col - leads.length]?.column.id,
    block: { active: cells.block !== null, clear: cells.clear, grow: cells.grow },
    opensRows: onRowOpen !== undefined || onCurrentRowChange !== undefined,
    onOpen: open,
    onCurrent: current,
    onCopy: point => copyCells(point, cells.block),
    onMenu: setMenuFor,
  })
  const { active, moveTo, onFocus, onBlur, onKeyDown } = useGridFocus({
    grid,
    rowCount: count,
    colCount,
    keyOf,
    onKey,
    lines,
    queryKey: JSON.stringify([view.sorting, view.filters, view.grouping]),
    loading: busy,
    rowOfKey: key => {
      for (let line = 0; line < count; line++) if (keyOf(line) === key) return line
      return -1
    },
    onFocusLost: line => {
      const row = rowAt(line)
      if (row !== undefined)
        announce(intl.formatMessage({ id: 'DesignSystem.DataTable.RowGone' }, { name: nameOfRow(row) }))
    },
    pageRows: () => Math.max(1, Math.floor(((grid.current?.clientHeight ?? 0) - heights.header) / heights.row) - 1),
  })
  useScrolledEdges(grid, table.grid.variables['--dt-width'] ?? '')
  useCurrentRow({
    grid,
    heights,
    currentRowId,
    lineOfId: id => lines.lineOf(rows.findIndex(row => getRowId(row) === id)),
  })

  const onClick = gridClick({
    table,
    idAt,
    blockActive: cells.block !== null,
    opensRows: onRowOpen !== undefined,
    onOpen: open,
    onCurrentRow: onCurrentRowChange,
  })

  const filtered = filterFor === null ? undefined : body.find(({ column }) => column.id === filterFor)?.column
  const headOf = (id: string) => grid.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(id)}"]`) ?? null
  const levels = Math.min(view.grouping.length, 2)
  return (
    <HeaderDrag
      onPlace={(id, target) => {
        actions.place(id, target)
        announce(
          intl.formatMessage(
            { id: 'DesignSystem.DataTable.MovedBeside' },
            { column: table.nameOf(id), target: table.nameOf(target) },
          ),
        )
      }}
    >
      <span id={hintId} hidden>
        <FormattedMessage id="DesignSystem.DataTable.HeadHint" />
      </span>
      <span id={unsortedHintId(hintId)} hidden>
        <FormattedMessage id="DesignSystem.DataTable.HeadHintUnsorted" />
      </span>
      <div
        ref={grid}
        role={levels > 0 ? 'treegrid' : 'grid'}
        tabIndex={-1}
        aria-label={props.label}
        aria-labelledby={props.labelledBy}
        aria-rowcount={
          table.client
            ? count + 1
            : rowCount !== undefined && levels === 0 && table.expanded.size === 0
              ? rowCount + 1 + (table.hasDetails ? 1 : 0)
              : onEndReached
                ? -1
                : count + 1
        }
        aria-colcount={colCount}
        aria-multiselectable={selectable || undefined}
        aria-busy={busy || undefined}
        data-slot="data-table-grid"
        className={cn(
          'min-h-0 flex-1 overflow-auto bg-surface will-change-scroll border-bs border-line-subtle scroll-ps-(--dt-pinned) scroll-pe-(--dt-pinned-end)',
          state === 'message' && 'overflow-y-hidden',
          busy && state === 'rows' && 'grayscale',
        )}
        style={{ scrollPaddingBlockStart: heights.header + levels * heights.row }}
        onFocus={onFocus}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        onClick={onClick}
        {...cells.pointer}
        onPointerDown={(event: PointerEvent<HTMLElement>) => {
          table.resize.stop()
          cells.pointer.onPointerDown(event)
        }}
      >
        <HeaderRow
          columns={body}
          headers={headers}
          actions={actions}
          leads={leads}
          withActions={rowActions !== undefined}
          selection={selection.onPage === 0 ? 'empty' : selection.onPage === selection.total ? 'all' : 'some'}
          hintId={hintId}
          activeCol={active.row === -1 ? active.col : -1}
          onToggleAll={selection.toggleAll}
          menuFor={menuFor}
          onMenuChange={setMenuFor}
          onFilter={id => {
            anchor.current = headOf(id)
            setFilterFor(id)
          }}
          onAutosize={id => {
            const column = body.find(entry => entry.column.id === id)?.column
            const head = headOf(id)
            if (column && head)
              table.change(table.grid.withSize(id, autosize(column, actions.labelOf(column), rows, table.format, head)))
          }}
          resize={table.resize}
        />
        {state === 'rows' ? (
          <VirtualBody
            scroller={grid}
            rows={rows}
            lines={lines}
            getRowId={getRowId}
            getRowName={nameOfRow}
            selectLabel={selectLabel}
            expandLabel={expandLabel}
            columns={body}
            sizes={table.grid.sizes}
            leads={leads}
            format={table.format}
            rowHeight={heights.row}
            headerHeight={heights.header}
            checked={selection.has}
            expandedIds={table.expanded}
            currentRowId={currentRowId}
            focusRow={active.row}
            focusCol={active.col}
            block={cells.block}
            actions={rowActions ?? null}
            hasDetails={table.hasDetails}
            renderDetail={renderDetail ?? null}
            boundary={boundary ?? null}
            groupLevels={levels}
            onEndReached={onEndReached}
          />
        ) : null}
        {state === 'skeleton' ? <SkeletonRows columns={body} leads={leads} count={24} /> : null}
      </div>
      {filtered?.filter ? (
        <FilterPopover
          key={filtered.id}
          anchor={anchor}
          columnId={filtered.id}
          label={actions.labelOf(filtered)}
          kind={filtered.filter}
          operators={filtered.filterOperators}
          choices={filterChoices(filtered, rows, table.format)}
          filter={actions.filterOf(filtered.id)}
          live={table.client}
          onApply={filter => actions.setFilter(filtered.id, filter)}
          onClose={() => setFilterFor(null)}
        />
      ) : null}
    </HeaderDrag>
  )
}
