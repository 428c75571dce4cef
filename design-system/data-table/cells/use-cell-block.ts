import { type PointerEvent, useRef, useState } from 'react'
import { blockOf, type CellBlock, type CellPoint, type CellRange, extend, isSingle } from './cell-range.ts'

interface CellBlockOptions {
  rows: number
  firstCol: number
  lastCol: number
  onMove: (point: CellPoint) => void
  onChange: (block: CellBlock) => void
}

function pointAt(target: EventTarget | null): CellPoint | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row-id] > [data-col]') : null
  const row = cell?.parentElement?.dataset['row']
  return cell && row !== undefined ? { row: Number(row), col: Number(cell.dataset['col']) } : null
}

/** A block of cells, extended by Shift and the arrow keys or by dragging. */
export function useCellBlock({ rows, firstCol, lastCol, onMove, onChange }: CellBlockOptions) {
  const [range, setRange] = useState<CellRange | null>(null)
  const drag = useRef<CellPoint | null>(null)
  const limits = { rows, firstCol, lastCol }
  const block = range && !isSingle(range) ? blockOf(range) : null
  const inside = (col: number) => Math.min(Math.max(col, firstCol), lastCol)

  const put = (next: CellRange) => {
    setRange(next)
    if (!isSingle(next)) onChange(blockOf(next))
  }
  return {
    block,
    clear: () => setRange(null),
    /** Extends the block by a key; the focus follows its moving corner. */
    grow: (from: CellPoint, by: { rows?: number; cols?: number }) => {
      const start = range ?? { anchor: { ...from, col: inside(from.col) }, head: { ...from, col: inside(from.col) } }
      const next = extend(start, by, limits)
      put(next)
      onMove(next.head)
    },
    pointer: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const from = pointAt(event.target)
        const control = (event.target as Element).closest('a, button, input')
        drag.current =
          event.button === 0 &&
          event.pointerType === 'mouse' &&
          !control &&
          from &&
          from.col >= firstCol &&
          from.col <= lastCol
            ? from
            : null
        if (drag.current && event.shiftKey && range) {
          event.preventDefault()
          put({ anchor: range.anchor, head: drag.current })
        } else if (drag.current) setRange({ anchor: drag.current, head: drag.current })
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const from = drag.current
        if (!from || event.buttons !== 1) return
        const to = pointAt(event.target)
        if (!to || (to.row === (range?.head.row ?? from.row) && to.col === (range?.head.col ?? from.col))) return
        // Text selected during the drag is not intended.
        getSelection()?.removeAllRanges()
        event.currentTarget.style.userSelect = 'none'
        put({ anchor: from, head: { row: to.row, col: inside(to.col) } })
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        drag.current = null
        event.currentTarget.style.userSelect = ''
      },
    },
  }
}
