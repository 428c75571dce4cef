import { useCallback, useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'

export interface GridPoint {
  /** -1 is the header. */
  row: number
  col: number
}

interface GridFocusOptions {
  grid: RefObject<HTMLElement | null>
  rowCount: number
  colCount: number
  pageRows: () => number
  onOpen: (row: number) => void
  onSelect: (row: number) => void
  onCopy: (point: GridPoint) => void
  onResize: (col: number, delta: number) => void
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)

function cellAt(grid: HTMLElement, { row, col }: GridPoint): HTMLElement | null {
  return grid.querySelector<HTMLElement>(`[data-row="${row}"] > [data-col="${col}"]`)
}

/** The control of a cell takes the focus of the cell. */
function focusTarget(cell: HTMLElement): HTMLElement {
  return cell.hasAttribute('tabindex') ? cell : (cell.querySelector<HTMLElement>('a, button, input') ?? cell)
}

/** Roving focus and keys of a grid (see data-table.contract.md). Moves only on a key or a click, never by itself. */
export function useGridFocus({ grid, rowCount, colCount, pageRows, onOpen, onSelect, onCopy, onResize }: GridFocusOptions) {
  const [point, setPoint] = useState<GridPoint>({ row: -1, col: 0 })
  const wanted = useRef(false)
  const active = { row: Math.min(point.row, rowCount - 1), col: clamp(point.col, 0, Math.max(colCount - 1, 0)) }

  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    // A row that vanished under the focus leaves it to the row that took its place.
    const lost = point.row !== active.row && element.contains(document.activeElement)
    if (!wanted.current && !lost) return
    wanted.current = false
    const cell = cellAt(element, active)
    if (!cell) return
    focusTarget(cell).focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const moveTo = useCallback((next: GridPoint) => {
    wanted.current = true
    setPoint({ row: clamp(next.row, -1, rowCount - 1), col: clamp(next.col, 0, Math.max(colCount - 1, 0)) })
  }, [rowCount, colCount])

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const cell = event.target.closest<HTMLElement>('[data-col]')
    const row = cell?.parentElement?.dataset['row']
    if (!cell || row === undefined) return
    const next = { row: Number(row), col: Number(cell.dataset['col']) }
    if (next.row !== point.row || next.col !== point.col) setPoint(next)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || !(event.target as HTMLElement).closest('[data-col]')) return
    const { row, col } = active
    const jump = event.ctrlKey || event.metaKey
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    let handled = true
    switch (event.key) {
      case 'ArrowRight':
      case 'ArrowLeft': {
        const step = event.key === forward ? 1 : -1
        if (event.altKey && row === -1) onResize(col, step * (event.shiftKey ? 50 : 10))
        else if (event.altKey) handled = false
        else moveTo({ row, col: col + step })
        break
      }
      case 'ArrowDown': moveTo({ row: row + 1, col }); break
      case 'ArrowUp': moveTo({ row: row - 1, col }); break
      case 'Home': moveTo(jump ? { row: 0, col: 0 } : { row, col: 0 }); break
      case 'End': moveTo(jump ? { row: rowCount - 1, col: colCount - 1 } : { row, col: colCount - 1 }); break
      case 'PageDown': moveTo({ row: row + pageRows(), col }); break
      case 'PageUp': moveTo({ row: Math.max(row - pageRows(), 0), col }); break
      case 'Enter':
        // A head sorts through its own button.
        if (row < 0) handled = false
        else onOpen(row)
        break
      case ' ':
        if (row < 0) handled = false
        else onSelect(row)
        break
      case 'c':
      case 'C':
        // Marked text is what the reader means to copy.
        if (!jump || row < 0 || (getSelection()?.toString() ?? '') !== '') handled = false
        else onCopy(active)
        break
      default: handled = false
    }
    if (handled) event.preventDefault()
  }

  return { active, moveTo, onFocus, onKeyDown }
}
