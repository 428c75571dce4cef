import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useEffect, useState, type RefObject } from 'react'
import { BodyRow, type BodyColumn } from './body-row.tsx'
import type { CellFormat } from './cell-format.ts'
import { SlotPool } from './slot-pool.ts'

interface VirtualBodyProps<Row> {
  scroller: RefObject<HTMLDivElement | null>
  rows: readonly Row[]
  getRowId: (row: Row) => string
  getRowName: (row: Row) => string
  selectLabel: (name: string) => string
  columns: readonly BodyColumn<Row>[]
  format: CellFormat
  rowHeight: number
  headerHeight: number
  selectedIds: ReadonlySet<string> | undefined
  currentRowId: string | null
  focusRow: number
  focusCol: number
  onEndReached: (() => void) | undefined
}

/** Rows mounted before and after the visible ones: enough to hide a frame of scrolling, far under the budget of 20. */
const overscan = 6

/** The rows in view, and only those. Holds the virtualizer, so that scrolling draws this component alone. */
export function VirtualBody<Row>({
  scroller, rows, getRowId, getRowName, selectLabel, columns, format, rowHeight, headerHeight,
  selectedIds, currentRowId, focusRow, focusCol, onEndReached,
}: VirtualBodyProps<Row>) {
  const [pool] = useState(() => new SlotPool())
  const rangeExtractor = useCallback((range: Range) => {
    const indexes = defaultRangeExtractor(range)
    // The focused row stays mounted, or the focus would fall to the page when it scrolls out of view.
    if (focusRow >= 0 && focusRow < range.count && !indexes.includes(focusRow)) indexes.push(focusRow)
    return indexes
  }, [focusRow])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    rangeExtractor,
    scrollPaddingStart: headerHeight,
    initialRect: { width: 1000, height: 600 },
  })
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])

  const items = virtualizer.getVirtualItems()
  const slots = pool.assign(items.map(item => item.index))
  const itemOfSlot = new Map(slots.map((slot, i) => [slot, items[i]]))
  const last = virtualizer.range?.endIndex ?? 0

  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 1 - overscan * 2) onEndReached?.()
  }, [last, rows.length, onEndReached])

  return (
    <div role="rowgroup" className="relative isolate min-w-full" style={{ height: rows.length * rowHeight, minInlineSize: 'var(--dt-width)' }}>
      {pool.arrange(slots, virtualizer.isScrolling).map(slot => {
        const item = itemOfSlot.get(slot)
        const row = item && rows[item.index]
        if (item === undefined || row === undefined) return null
        const id = getRowId(row)
        return (
          <BodyRow
            key={slot}
            row={row}
            rowId={id}
            index={item.index}
            start={item.index * rowHeight}
            columns={columns}
            format={format}
            selectable={selectedIds !== undefined}
            selectLabel={selectedIds === undefined ? '' : selectLabel(getRowName(row))}
            checked={selectedIds?.has(id) ?? false}
            current={currentRowId === id}
            activeCol={item.index === focusRow ? focusCol : -1}
          />
        )
      })}
    </div>
  )
}
