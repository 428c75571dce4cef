import { useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { cn } from '../lib/cn.ts'
import type { CellFormat } from './cells/cell-format.ts'
import type { TableLines } from './model/table-lines.ts'
import { type BodyColumn, checkboxClass, checkedMark } from './rows/body-row.tsx'

interface CardListProps<Row> {
  name: { 'aria-label': string | undefined; 'aria-labelledby': string | undefined }
  rows: readonly Row[]
  lines: TableLines
  columns: readonly BodyColumn<Row>[]
  labelOf: (column: BodyColumn<Row>['column']) => string
  format: CellFormat
  getRowId: (row: Row) => string
  selectLabel: ((row: Row) => string) | null
  checked: (id: string) => boolean
  currentRowId: string | null
  onToggle: (id: string, line: number) => void
  onOpen: (row: Row, event: MouseEvent) => void
  actions: ((row: Row) => ReactNode) | null
  boundary: { after: string; content: ReactNode } | null
  rowCount: number
  onEndReached: (() => void) | undefined
  busy: boolean
}

/** Number of facts on a card; the others are one tap away. */
const facts = 5

/**
 * Records as cards, where there is no room for columns: row header and mark first, then the next facts with their
 * names.
 */
export function CardList<Row>({
  name,
  rows,
  lines,
  columns,
  labelOf,
  format,
  getRowId,
  selectLabel,
  checked,
  currentRowId,
  onToggle,
  onOpen,
  actions,
  boundary,
  rowCount,
  onEndReached,
  busy,
}: CardListProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: lines.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => 120,
    overscan: 4,
    initialRect: { width: 320, height: 600 },
  })
  useEffect(() => virtualizer.measure(), [virtualizer, lines])
  const last = virtualizer.range?.endIndex ?? 0
  useEffect(() => {
    if (lines.count > 0 && last >= lines.count - 6) onEndReached?.()
  }, [last, lines.count, onEndReached])
  const head = columns.find(({ column }) => column.rowHeader)?.column ?? columns[0]?.column
  const rest = columns.map(({ column }) => column).filter(column => column !== head)
  return (
    <div
      ref={scroller}
      data-slot="data-table-cards"
      aria-busy={busy || undefined}
      className={cn('min-h-0 flex-1 overflow-y-auto border-bs border-line-subtle', busy && 'grayscale')}
    >
      <ul {...name} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(item => {
          const line = lines.at(item.index)
          const above = line?.kind === 'detail' ? rows[line.row] : undefined
          // Details of rows are not shown on cards.
          if (above !== undefined && boundary?.after === getRowId(above))
            return (
              <li
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                className="absolute inset-x-0 inset-bs-0 text-sm"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <div className="border-y-2 border-accent bg-surface-sunken px-(--dt-gutter) py-1 text-xs font-medium">
                  {boundary.content}
                </div>
              </li>
            )
          const row =
            line?.kind === 'row' ? rows[line.row] : line?.kind === 'group' ? rows[line.group.sample] : undefined
          if (!line || row === undefined) return null
          if (line.kind === 'group') {
            const by = columns.find(({ column }) => column.id === line.group.columnId)?.column
            return (
              <li
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                className="absolute inset-x-0 inset-bs-0 border-be border-line-subtle bg-surface-sunken px-(--dt-gutter) py-2 text-sm font-medium"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <bdi>{by?.text(row, format)}</bdi>
              </li>
            )
          }
          const id = getRowId(row)
          const on = checked(id)
          return (
            <li
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              data-card={id}
              aria-setsize={rowCount}
              aria-posinset={item.index + 1}
              aria-current={currentRowId === id ? 'true' : undefined}
              className="absolute inset-x-0 inset-bs-0 border-be border-line-subtle bg-surface px-(--dt-gutter) py-3 text-sm aria-current:bg-surface-selected aria-current:system-outline"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <div className="flex min-w-0 items-center gap-2">
                {selectLabel ? (
                  <span className="relative flex">
                    <input
                      type="checkbox"
                      checked={on}
                      aria-label={selectLabel(row)}
                      onChange={() => onToggle(id, item.index)}
                      className={checkboxClass}
                    />
                    {on ? checkedMark : null}
                  </span>
                ) : null}
                <span
                  role="presentation"
                  className="flex min-w-0 flex-1"
                  onClick={event => {
                    if ((event.target as HTMLElement).closest('[data-row-open]')) onOpen(row, event)
                  }}
                >
                  {head?.cell(row, { format, tabIndex: undefined })}
                </span>
              </div>
              <dl className="mbs-2 grid grid-cols-[3fr_2fr] gap-x-4 gap-y-1.5">
                {rest.slice(0, facts).map(column => (
                  // The last fact of an odd number has the room of two.
                  <div key={column.id} className="min-w-0 last:odd:col-span-full">
                    <dt className="truncate text-2xs text-fg-muted">{labelOf(column)}</dt>
                    <dd className="flex min-w-0 overflow-hidden whitespace-nowrap [&>[dir=ltr]]:flex-none [&>[dir=ltr]]:text-start">
                      {column.cell(row, { format, tabIndex: undefined })}
                    </dd>
                  </div>
                ))}
              </dl>
              {actions ? <div className="mbs-2 flex flex-wrap gap-2">{actions(row)}</div> : null}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
