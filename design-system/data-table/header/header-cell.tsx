import { ArrowDown, ArrowUp, Filter, Pin } from 'lucide-react'
import { useId, useRef } from 'react'
import { cn } from '../../lib/cn.ts'
import type { TableHeader } from '../columns/features.ts'
import type { ColumnActions } from '../columns/use-column-actions.ts'
import type { BodyColumn } from '../rows/body-row.tsx'
import { HeaderGrip } from './header-drag.tsx'
import { HeaderMenu } from './header-menu.tsx'
import type { ResizeMode } from './use-resize-mode.ts'

interface HeaderCellProps<Row> {
  body: BodyColumn<Row>
  header: TableHeader | undefined
  col: number
  active: boolean
  actions: ColumnActions<Row>
  /** Id of the text about the keys of a header, from which that of an unsortable one is derived. */
  hintId: string
  menuOpen: boolean
  onMenuChange: (id: string | null) => void
  onFilter: (id: string) => void
  onAutosize: (id: string) => void
  resize: ResizeMode
  /** Headers can be dragged; true once the pointer came near. */
  draggable: boolean
}

/** Id of the text about the keys of a header that cannot be sorted. */
export const unsortedHintId = (hintId: string): string => `${hintId}-unsorted`

/**
 * One header: its name sorts, its edge resizes, the cell itself can be dragged; the menu does all of it without a
 * pointer.
 */
export function HeaderCell<Row>({
  body: { column, pin, side, className },
  header,
  col,
  active,
  actions,
  hintId,
  menuOpen,
  onMenuChange,
  onFilter,
  onAutosize,
  resize,
  draggable,
}: HeaderCellProps<Row>) {
  const labelId = useId()
  const cell = useRef<HTMLDivElement>(null)
  const { sorting } = actions.view
  const place = sorting.findIndex(key => key.id === column.id)
  const sort = sorting[place]
  const label = actions.labelOf(column)
  const canSort = actions.canSort(column)
  const numeric = column.align === 'number'
  const tabIndex = active ? 0 : -1
  const resizing = resize.id === column.id
  const Arrow = sort?.desc ? ArrowDown : ArrowUp
  const marks = (
    <>
      {sort ? <Arrow aria-hidden className="size-3 shrink-0" /> : null}
      {sort && sorting.length > 1 ? (
        <span aria-hidden className="text-2xs text-fg-secondary tabular-nums">
          {place + 1}
        </span>
      ) : null}
      {actions.filterOf(column.id) ? <Filter aria-hidden className="size-3 shrink-0 text-accent-text" /> : null}
      {side !== null ? <Pin aria-hidden className="size-3 shrink-0 text-fg-muted" /> : null}
    </>
  )
  return (
    <div
      ref={cell}
      role="columnheader"
      aria-labelledby={labelId}
      aria-colindex={col + 1}
      aria-sort={canSort ? (place === 0 && sort ? (sort.desc ? 'descending' : 'ascending') : 'none') : undefined}
      data-col={col}
      data-column={column.id}
      data-resizing={resizing || undefined}
      tabIndex={canSort ? undefined : tabIndex}
      aria-describedby={canSort ? undefined : unsortedHintId(hintId)}
      className={cn(
        className,
        'group border-be-line',
        pin === null ? 'relative' : 'sticky',
        'data-dragging:opacity-50',
        'data-over:bg-surface-selected data-resizing:outline-2 data-resizing:-outline-offset-2 data-resizing:outline-focus',
      )}
      style={pin === null ? undefined : side === 'end' ? { insetInlineEnd: pin } : { insetInlineStart: pin }}
    >
      {canSort ? (
        <button
          type="button"
          tabIndex={tabIndex}
          // Digits and their header share the edge on which the units line up.
          dir={numeric ? 'ltr' : undefined}
          title={label}
          aria-describedby={hintId}
          className={cn(
            'flex h-full min-w-0 flex-1 items-center gap-1 font-medium hover:text-fg focus-ring-inset',
            numeric && 'flex-row-reverse',
            column.align === 'end' && 'justify-end',
          )}
          onClick={header?.column.getToggleSortingHandler()}
        >
          <bdi id={labelId} className="truncate">
            {label}
          </bdi>
          {marks}
        </button>
      ) : (
        <span
          title={label}
          dir={numeric ? 'ltr' : undefined}
          className={cn(
            'flex min-w-0 flex-1 items-center gap-1',
            numeric && 'flex-row-reverse',
            column.align === 'end' && 'justify-end',
          )}
        >
          <bdi id={labelId} className="truncate">
            {label}
          </bdi>
          {marks}
        </span>
      )}
      <HeaderMenu
        column={column}
        label={label}
        actions={actions}
        open={menuOpen}
        onOpenChange={open => onMenuChange(open ? column.id : null)}
        onFilter={onFilter}
        onAutosize={onAutosize}
        onResize={resize.start}
      />
      {draggable ? <HeaderGrip id={column.id} cell={cell} /> : null}
      {header ? (
        // Pointer users drag here; the keyboard has the menu, and Alt and the arrow keys on the header itself.
        <span
          aria-hidden
          data-resizer=""
          className="absolute inset-y-0 inset-e-0 w-2 cursor-col-resize touch-none border-e-2 border-transparent hover:border-accent"
          onPointerDown={event => event.stopPropagation()}
          onMouseDown={header.getResizeHandler()}
          onTouchStart={header.getResizeHandler()}
          onDoubleClick={() => onAutosize(column.id)}
        />
      ) : null}
    </div>
  )
}
