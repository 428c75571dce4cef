import { Check, Minus } from 'lucide-react'
import { memo } from 'react'
import type { CellFormat } from './cell-format.ts'
import type { DataColumn } from './columns.tsx'

/** A column as the body needs it. Widths and offsets are CSS variables of the grid, so resizing draws no row anew. */
export interface BodyColumn<Row> {
  column: DataColumn<Row>
  /** Offset variable of a pinned column. */
  pin: string | null
  /** Worked out once per column, not once per cell. */
  className: string
}

export interface BodyRowProps<Row> {
  row: Row
  rowId: string
  index: number
  start: number
  columns: readonly BodyColumn<Row>[]
  format: CellFormat
  selectable: boolean
  selectLabel: string
  checked: boolean
  current: boolean
  /** Grid column that has the roving focus in this row, or -1. */
  activeCol: number
}

/** Checkbox of a row or of the header: native, because a table draws it hundreds of times. */
export const checkboxClass =
  'size-4 appearance-none rounded-mark border border-line-strong bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent focus-ring'
const markClass = 'pointer-events-none absolute inset-0 m-auto size-3 text-accent-on'
export const checkedMark = <Check aria-hidden className={markClass} strokeWidth={3} />
export const someMark = <Minus aria-hidden className={markClass} strokeWidth={3} />

export const cellClass = 'flex min-w-0 items-center overflow-hidden border-be border-be-line-subtle px-cell-x whitespace-nowrap focus-ring-inset'
/** A pinned cell needs its own ground, or the cells that scroll under it shine through. */
export const pinnedClass = 'sticky z-sticky bg-inherit'
export const selectCellClass = `${cellClass} ${pinnedClass} justify-center`

const currentBar = <span aria-hidden className="absolute inset-y-0 inset-s-0 w-0.5 bg-accent forced-colors:bg-[Highlight]" />

function BodyRowImpl<Row>({ row, rowId, index, start, columns, format, selectable, selectLabel, checked, current, activeCol }: BodyRowProps<Row>) {
  const offset = selectable ? 1 : 0
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selectable ? checked : current}
      aria-current={selectable && current ? 'true' : undefined}
      data-row={index}
      data-row-id={rowId}
      data-current={current || undefined}
      className="absolute inset-x-0 inset-bs-0 grid h-row contain-layout contain-style grid-cols-(--dt-template) bg-surface text-sm text-fg hover:bg-surface-hover data-current:bg-surface-selected"
      style={{ transform: `translateY(${start}px)` }}
    >
      {selectable ? (
        <div role="gridcell" aria-colindex={1} data-col={0} className={selectCellClass} style={{ insetInlineStart: 0 }}>
          {current ? currentBar : null}
          <span className="relative flex">
            <input type="checkbox" readOnly checked={checked} data-row-select="" aria-label={selectLabel} tabIndex={activeCol === 0 ? 0 : -1} className={checkboxClass} />
            {checked ? checkedMark : null}
          </span>
        </div>
      ) : null}
      {columns.map(({ column, pin, className }, i) => {
        const col = i + offset
        const tabIndex = activeCol === col ? 0 : -1
        return (
          <div
            key={column.id}
            role={column.rowHeader ? 'rowheader' : 'gridcell'}
            aria-colindex={col + 1}
            data-col={col}
            tabIndex={column.control ? undefined : tabIndex}
            className={className}
            style={pin === null ? undefined : { insetInlineStart: `var(${pin})` }}
          >
            {col === 0 && current ? currentBar : null}
            {column.cell(row, { format, tabIndex })}
          </div>
        )
      })}
    </div>
  )
}

/** One row of the grid. Drawn again only when its own data, state or place changes. */
export const BodyRow = memo(BodyRowImpl) as typeof BodyRowImpl
