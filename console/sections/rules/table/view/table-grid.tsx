import { cn, useAnnounce } from '@assay/design-system'
import { useDirection } from '@assay/design-system/i18n'
import type { RuleDiagnostic } from '@assay/risk-service/contract'
import {
  type ClipboardEvent,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { useIntl } from 'react-intl'
import { cellsOf, clipboardText } from '../clipboard-text.ts'
import { cellText, type DecisionTable, type TableColumn, type TableRow } from '../decision-table.ts'
import { CellEditor } from './cell-editor.tsx'
import { type GridCommand, type GridPlace, type GridSelection, gridCommand, rangeOf } from './grid-keys.ts'
import { GridRow, gridNameClass, gridRowClass, isCode } from './grid-row.tsx'

/** A cell that is edited: what was typed first, and why the last text was refused. */
export interface EditedCell extends GridPlace {
  input: string
  problem: string | null
}
export type CommitMove = 'down' | 'up' | 'next' | 'previous' | 'stay'

interface TableGridProps {
  ref: RefObject<HTMLDivElement | null>
  label: string
  describedBy: string
  table: DecisionTable
  labelOf: (column: TableColumn) => string
  selection: GridSelection
  edited: EditedCell | null
  problems: ReadonlyMap<number, ReadonlyMap<string, readonly RuleDiagnostic[]>>
  /** What is worth a look, by row. */
  findings: ReadonlyMap<TableRow, string>
  readOnly: boolean
  onCommand: (command: GridCommand) => void
  onCommit: (input: string, move: CommitMove) => void
  onCancel: () => void
  onPaste: (cells: string[][]) => void
}

/** In rem, so that the columns need no look at the cells of hundreds of rows. */
const widths: Partial<Record<TableColumn['id'], number>> = {
  name: 12,
  conditions: 16,
  before: 14,
  outputs: 14,
  after: 10,
  reason: 13,
  message: 13,
  result: 8,
  challenge: 8,
}
const widthOf = ({ kind, id }: TableColumn): number => (kind === 'fixed' ? widths[id] : undefined) ?? 11

/** The columns on the screen, which is scrolled, and on paper. */
function columnSizes(columns: readonly TableColumn[]): CSSProperties {
  const sizes = columns.map(widthOf)
  return {
    '--table-columns': sizes.map(size => `minmax(${size}rem, ${size}fr)`).join(' '),
    '--printed-columns': sizes.map(size => `minmax(0, ${size}fr)`).join(' '),
    inlineSize: `${sizes.reduce((sum, size) => sum + size, 0)}rem`,
  } as CSSProperties
}

/** Rows that the element which scrolls the grid shows at once, less the one that a page has in common with the next. */
function rowsInSight(grid: HTMLElement | null): number {
  const [header, row] = grid?.querySelectorAll<HTMLElement>('[role="row"]') ?? []
  if (!header || !row) return 1
  const room = (grid?.parentElement?.clientHeight ?? 0) - header.offsetHeight
  return Math.max(1, Math.floor(room / Math.max(1, row.offsetHeight)) - 1)
}

/** Marks the grid while columns are scrolled out of sight: each sticky cell is a layer, which costs every frame. */
function useScrolledMark(grid: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = grid.current
    const scroller = element?.parentElement
    if (!element || !scroller) return undefined
    // From right to left, what was scrolled is negative.
    const mark = () => element.toggleAttribute('data-scrolled', Math.abs(scroller.scrollLeft) >= 1)
    mark()
    scroller.addEventListener('scroll', mark, { passive: true })
    return () => scroller.removeEventListener('scroll', mark)
  }, [grid])
}

/** The cells: one tab stop, and the keys of a spreadsheet. */
export function TableGrid({
  ref: grid,
  label,
  describedBy,
  table: { columns, rows },
  labelOf,
  selection,
  edited,
  problems,
  findings,
  readOnly,
  onCommand,
  onCommit,
  onCancel,
  onPaste,
}: TableGridProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const rightToLeft = useDirection() === 'rtl'
  const inside = useRef(false)
  const opened = useRef(false)
  const { focus } = selection
  const range = rangeOf(selection)

  useLayoutEffect(() => {
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${focus.row} ${focus.column}"]`)
    if (edited !== null) return
    if (inside.current) cell?.focus()
    // A command of the toolbar keeps the focus there.
    else if (opened.current) cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    opened.current = true
  }, [focus.row, focus.column, edited, columns.length, rows.length, grid])

  useScrolledMark(grid)

  const keyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const command = gridCommand(
      { key: event.key, shift: event.shiftKey, control: event.ctrlKey || event.metaKey, alt: event.altKey },
      selection,
      { rows: rows.length, columns: columns.length, page: rowsInSight(grid.current) },
      rightToLeft,
    )
    if (!command || (readOnly && command.kind !== 'select')) return
    event.preventDefault()
    onCommand(command)
  }
  const placeOf = (target: EventTarget): GridPlace | null => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
    const [row, column] = (cell?.dataset['cell'] ?? '').split(' ').map(Number)
    return row !== undefined && column !== undefined ? { row, column } : null
  }
  const mouseDown = (event: MouseEvent<HTMLElement>) => {
    const place = placeOf(event.target)
    if (!place || event.target instanceof HTMLTextAreaElement) return
    inside.current = true
    onCommand({ kind: 'select', selection: { anchor: event.shiftKey ? selection.anchor : place, focus: place } })
  }
  const focused = (event: FocusEvent<HTMLElement>) => {
    inside.current = true
    const place = placeOf(event.target)
    if (place && (place.row !== focus.row || place.column !== focus.column))
      onCommand({ kind: 'select', selection: { anchor: place, focus: place } })
  }
  const copy = (event: ClipboardEvent<HTMLElement>) => {
    if (edited) return
    event.preventDefault()
    const copied = rows
      .slice(range.top, range.bottom + 1)
      .map(row => columns.slice(range.start, range.end + 1).map(column => cellText(row, column)))
    event.clipboardData.setData('text/plain', clipboardText(copied))
    announce(intl.formatMessage({ id: 'DesignSystem.DataTable.CopiedCells' }, { count: copied.flat().length }))
  }
  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      aria-describedby={describedBy}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-multiselectable
      aria-readonly={readOnly || undefined}
      onKeyDown={keyDown}
      onMouseDown={mouseDown}
      onDoubleClick={event => {
        if (!readOnly && placeOf(event.target) && edited === null) onCommand({ kind: 'edit', input: null })
      }}
      onFocus={focused}
      onBlur={event => {
        inside.current =
          event.relatedTarget === null ? inside.current : event.currentTarget.contains(event.relatedTarget)
      }}
      onCopy={copy}
      onCut={event => {
        copy(event)
        if (!readOnly && edited === null) onCommand({ kind: 'clear' })
      }}
      onPaste={event => {
        if (readOnly || edited) return
        event.preventDefault()
        onPaste(cellsOf(event.clipboardData.getData('text/plain')))
      }}
      style={columnSizes(columns)}
      className="min-w-full outline-none print:w-full!"
    >
      <div role="rowgroup" className="sticky inset-bs-0 z-nav print:static">
        <div role="row" aria-rowindex={1} className={gridRowClass}>
          {columns.map((column, at) => (
            <div
              key={column.id}
              role="columnheader"
              aria-colindex={at + 1}
              className={cn(
                'flex h-header min-w-0 items-center border-e border-be border-line bg-surface-sunken px-cell-x text-start text-xs font-medium text-fg-secondary print:h-auto',
                column.id === 'name' && gridNameClass,
              )}
            >
              <bdi
                title={column.kind === 'test' ? column.subject : undefined}
                className="min-w-0 truncate print:whitespace-normal"
              >
                {labelOf(column)}
              </bdi>
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {rows.map((row, place) => {
          const selected = place >= range.top && place <= range.bottom
          const isActive = place === focus.row
          const column = isActive && edited?.row === place ? columns[edited.column] : undefined
          return (
            <GridRow
              key={row.index}
              row={row}
              place={place}
              columns={columns}
              active={isActive ? focus.column : -1}
              start={selected ? range.start : -1}
              end={selected ? range.end : -1}
              problems={problems.get(place)}
              finding={findings.get(row) ?? null}
              editor={
                column && edited ? (
                  <CellEditor
                    key={`${edited.row} ${edited.column}`}
                    label={intl.formatMessage(
                      { id: 'Rules.Table.Edit' },
                      { column: labelOf(column), row: row.clause.name },
                    )}
                    input={edited.input}
                    problem={edited.problem}
                    code={isCode(column)}
                    onCommit={onCommit}
                    onCancel={onCancel}
                  />
                ) : null
              }
            />
          )
        })}
      </div>
    </div>
  )
}
