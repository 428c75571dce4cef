import { Check, Minus } from 'lucide-react'
import { type CSSProperties, memo, type ReactNode } from 'react'
import type { CellFormat } from '../cells/cell-format.ts'
import type { DataColumn } from '../model/column.ts'
import { type LeadColumn, leadOffset } from '../model/lead-columns.ts'
import { ExpandMark } from './expand-mark.tsx'

/** A column as the body uses it. Widths and offsets are CSS variables of the grid, so resizing renders no row again. */
export interface BodyColumn<Row> {
  column: DataColumn<Row>
  side: 'start' | 'end' | null
  /** Offset of a pinned column. */
  pin: string | null
  /** Computed once per column, not once per cell. */
  className: string
  /** Position among the visible columns. */
  index: number
  style: CSSProperties | undefined
}

export interface BodyRowProps<Row> {
  row: Row
  rowId: string
  index: number
  start: number
  columns: readonly BodyColumn<Row>[]
  format: CellFormat
  leads: readonly LeadColumn[]
  selectLabel: string
  expandLabel: string
  checked: boolean
  expanded: boolean
  current: boolean
  /** Depth inside groups; 0 outside of them. */
  level: number
  /** Grid column that has the roving focus in this row, or -1. */
  activeCol: number
  /** Grid columns of the chosen block of cells in this row; -1 when there are none. */
  rangeStart: number
  rangeEnd: number
  /** Actions of the row, rendered only while it is hovered or has the focus. */
  actions: ((row: Row) => ReactNode) | null
  actionsCol: number
  hovered: boolean
}

/** Checkbox of a row or of the header: native, because a table draws it hundreds of times. */
export const checkboxClass =
  'size-4 appearance-none rounded-mark border border-line-strong bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent focus-ring'
const markClass = 'pointer-events-none absolute inset-0 m-auto size-3 text-accent-on'
export const checkedMark = <Check aria-hidden className={markClass} strokeWidth={3} />
export const someMark = <Minus aria-hidden className={markClass} strokeWidth={3} />

export const cellClass =
  'flex min-w-0 items-center overflow-hidden border-be border-be-line-subtle px-cell-x whitespace-nowrap focus-ring-inset'
/** A pinned cell needs its own background, or the cells that scroll under it show through. */
export const pinnedStartClass = 'z-sticky bg-inherit grid-scrolled:sticky'
export const pinnedEndClass = 'z-sticky bg-inherit grid-more:sticky'
export const leadCellClass = `${cellClass} ${pinnedStartClass} px-0 overflow-visible`
export const leadPadding = (i: number) => (i === 0 ? 'ps-(--dt-gutter)' : 'ps-1')

const rowClass =
  'absolute inset-x-0 inset-bs-0 grid h-row contain-strict grid-cols-(--dt-template) bg-surface text-sm text-fg hover:bg-surface-hover data-current:bg-surface-selected data-checked:bg-surface-selected'
const currentBar = (
  <span aria-hidden className="absolute inset-y-0 inset-s-0 w-0.5 bg-accent forced-colors:bg-[Highlight]" />
)
const rangeClass = ' bg-surface-selected shadow-[inset_0_0_0_9999px_var(--ds-surface-selected)] system-outline'

function BodyRowImpl<Row>({
  row,
  rowId,
  index,
  start,
  columns,
  format,
  leads,
  selectLabel,
  expandLabel,
  checked,
  expanded,
  current,
  level,
  activeCol,
  rangeStart,
  rangeEnd,
  actions,
  actionsCol,
  hovered,
}: BodyRowProps<Row>) {
  const offset = leads.length
  const selectable = leads[0] === 'select'
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-level={level > 0 ? level : undefined}
      aria-selected={selectable ? checked : current}
      aria-current={selectable && current ? 'true' : undefined}
      data-row={index}
      data-row-id={rowId}
      data-current={current || undefined}
      data-checked={checked || undefined}
      className={rowClass}
      style={{ transform: `translateY(${start}px)` }}
    >
      {leads.map((lead, i) => (
        <div
          key={lead}
          role="gridcell"
          aria-colindex={i + 1}
          data-col={i}
          className={`${leadCellClass} ${leadPadding(i)}`}
          style={{ insetInlineStart: leadOffset(i) }}
        >
          {i === 0 && (current || checked) ? currentBar : null}
          {lead === 'select' ? (
            <span className="relative flex">
              <input
                type="checkbox"
                readOnly
                checked={checked}
                data-row-select=""
                aria-label={selectLabel}
                tabIndex={activeCol === i ? 0 : -1}
                className={checkboxClass}
              />
              {checked ? checkedMark : null}
            </span>
          ) : (
            <button
              type="button"
              data-row-expand=""
              aria-expanded={expanded}
              aria-label={expandLabel}
              tabIndex={activeCol === i ? 0 : -1}
              className="flex size-control-sm items-center justify-center rounded-control text-fg-secondary focus-ring-inset hover:bg-surface-hover"
            >
              <ExpandMark open={expanded} />
            </button>
          )}
        </div>
      ))}
      {columns.map(({ column, className, index: place, style }) => {
        const col = place + offset
        const tabIndex = activeCol === col ? 0 : -1
        const inRange = col >= rangeStart && col <= rangeEnd
        return (
          <div
            key={column.id}
            role={column.rowHeader ? 'rowheader' : 'gridcell'}
            aria-colindex={col + 1}
            aria-selected={inRange || undefined}
            data-col={col}
            tabIndex={column.control ? undefined : tabIndex}
            className={inRange ? className + rangeClass : className}
            style={style}
          >
            {col === 0 && current ? currentBar : null}
            {column.cell(row, { format, tabIndex })}
          </div>
        )
      })}
      {actions ? (
        <div
          role="gridcell"
          aria-colindex={actionsCol + 1}
          data-col={actionsCol}
          tabIndex={activeCol === actionsCol ? 0 : -1}
          style={{ gridColumnStart: actionsCol + 1 }}
          className={`${hovered || activeCol >= 0 ? 'sticky' : ''} inset-e-0 z-sticky flex items-center justify-end bg-inherit focus-ring-inset`}
        >
          {hovered || activeCol >= 0 ? (
            <div className="flex h-full shrink-0 items-center gap-1 border-be border-line-subtle bg-inherit ps-2 pe-(--dt-gutter)">
              {actions(row)}
            </div>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

/** One row of the grid. Rendered again only when its own data, state or position changes. */
export const BodyRow = memo(BodyRowImpl) as typeof BodyRowImpl
