import { useCallback, useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import type { CellPoint } from './cell-range.ts'

/** A cell of the grid; row -1 is the head. */
export type GridPoint = CellPoint

export interface GridFocusOptions {
  grid: RefObject<HTMLElement | null>
  rowCount: number
  colCount: number
  pageRows: () => number
  /** What stays the same about a line when others come and go. */
  keyOf: (row: number) => string | null
  rowOfKey: (key: string) => number
  /** The focused row is gone; the focus is now on this one. */
  onLost: (row: number) => void
  /** Keys that act on the cell before it moves; true when it was one. */
  onKey: (event: KeyboardEvent<HTMLElement>, point: GridPoint) => boolean
}

interface Held extends GridPoint {
  key: string | null
  /** Counts up when the row moved or vanished under the focus. */
  moves: number
  lost: boolean
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), Math.max(low, high))
const controls = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea'

/** The cell at this place, or the one that spans it. */
export function cellAt(grid: HTMLElement, { row, col }: GridPoint): HTMLElement | null {
  const cells = [...grid.querySelectorAll<HTMLElement>(`[data-row="${row}"] > [data-col]`)]
  return cells.findLast(cell => Number(cell.dataset['col']) <= col) ?? null
}

/** The control of a cell takes the focus of the cell. */
function focusTarget(cell: HTMLElement): HTMLElement {
  return cell.hasAttribute('tabindex') ? cell : (cell.querySelector<HTMLElement>(controls) ?? cell)
}

/** Roving focus of a grid (see data-table.contract.md). Moves only on a key or a click, or with the row it is on. */
export function useGridFocus({ grid, rowCount, colCount, pageRows, keyOf, rowOfKey, onLost, onKey }: GridFocusOptions) {
  const [held, setHeld] = useState<Held>({ row: -1, col: 0, key: null, moves: 0, lost: false })
  const wanted = useRef(false)
  const followed = useRef(0)
  /** The focus was in the grid when its element went; the browser then tells nobody. */
  const within = useRef(false)

  let point = held
  const here = held.row >= 0 ? keyOf(held.row) : null
  if (held.row >= 0 && held.key !== null && here !== held.key) {
    // Others came or went: the focus stays with its row, or with the place of a row that is gone.
    const moved = rowOfKey(held.key)
    const row = moved >= 0 ? moved : Math.min(held.row, rowCount - 1)
    point = { ...held, row, key: row >= 0 ? keyOf(row) : null, moves: held.moves + 1, lost: moved < 0 }
    setHeld(point)
  }
  const active = { row: Math.min(point.row, rowCount - 1), col: clamp(point.col, 0, colCount - 1) }

  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    const follows = followed.current !== held.moves
    followed.current = held.moves
    const inside = element.contains(document.activeElement) || (within.current && document.activeElement === document.body)
    if (!wanted.current && !(follows && inside)) return
    const byKey = wanted.current
    wanted.current = false
    const cell = cellAt(element, active)
    if (!cell) return
    focusTarget(cell).focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    if (!byKey && held.lost) onLost(active.row)
  })

  const moveTo = useCallback((next: GridPoint) => {
    wanted.current = true
    const row = clamp(next.row, -1, rowCount - 1)
    setHeld(known => ({ ...known, row, col: clamp(next.col, 0, colCount - 1), key: row >= 0 ? keyOf(row) : null, lost: false }))
  }, [rowCount, colCount, keyOf])

  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) within.current = false
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    within.current = true
    const cell = event.target.closest<HTMLElement>('[data-col]')
    const row = cell?.parentElement?.dataset['row']
    if (!cell || row === undefined) return
    const next = { row: Number(row), col: Number(cell.dataset['col']) }
    // A cell that spans several keeps the column the focus came from.
    const spans = Number(cell.getAttribute('aria-colspan') ?? 1)
    if (next.row === point.row && point.col >= next.col && point.col < next.col + spans) return
    setHeld(known => ({ ...known, ...next, key: next.row >= 0 ? keyOf(next.row) : null, lost: false }))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const cell = target.closest<HTMLElement>('[data-col]')
    if (event.defaultPrevented || !cell || !event.currentTarget.contains(target)) return
    const { row, col } = active
    // Inside a cell with controls of its own the keys are theirs; Escape steps out.
    if (cell.hasAttribute('tabindex') && target !== cell) {
      if (event.key === 'Escape' || event.key === 'F2') {
        event.preventDefault()
        cell.focus()
      }
      return
    }
    if (onKey(event, active)) {
      event.preventDefault()
      return
    }
    if ((event.key === 'F2' || event.key === 'Enter') && target === cell) {
      const inner = cell.querySelector<HTMLElement>(controls)
      if (inner) {
        event.preventDefault()
        inner.focus()
        return
      }
    }
    if (event.altKey || event.shiftKey) return
    const jump = event.ctrlKey || event.metaKey
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const spans = Number(cell.getAttribute('aria-colspan') ?? 1)
    let handled = true
    switch (event.key) {
      case 'ArrowRight':
      case 'ArrowLeft': moveTo({ row, col: event.key === forward ? (spans > 1 ? Number(cell.dataset['col']) + spans : col + 1) : col - 1 }); break
      case 'ArrowDown': moveTo({ row: row + 1, col }); break
      case 'ArrowUp': moveTo({ row: row - 1, col }); break
      case 'Home': moveTo(jump ? { row: 0, col: 0 } : { row, col: 0 }); break
      case 'End': moveTo(jump ? { row: rowCount - 1, col: colCount - 1 } : { row, col: colCount - 1 }); break
      case 'PageDown': moveTo({ row: row + pageRows(), col }); break
      case 'PageUp': moveTo({ row: Math.max(row - pageRows(), 0), col }); break
      default: handled = false
    }
    if (handled) event.preventDefault()
  }

  return { active, moveTo, onFocus, onBlur, onKeyDown }
}
