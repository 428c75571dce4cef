import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { CellPoint } from '../cells/cell-range.ts'

/** A cell of the grid; row -1 is the header. */
export type GridPoint = CellPoint

export interface GridFocusOptions {
  grid: RefObject<HTMLElement | null>
  rowCount: number
  colCount: number
  pageRows: () => number
  /** The rendered lines, and the query they answer: another query yields other rows. */
  lines: object
  queryKey: string
  /** The response is pending: the previous rows are shown, or none. */
  loading: boolean
  /** Identity of a line when others are added and removed. */
  keyOf: (row: number) => string | null
  rowOfKey: (key: string) => number
  /** The focused row was removed; the focus is now on this one. */
  onFocusLost: (row: number) => void
  /** Handles keys that act on the cell, before those that move; true when the key was handled. */
  onKey: (event: KeyboardEvent<HTMLElement>, point: GridPoint) => boolean
}

interface FocusState extends GridPoint {
  key: string | null
  /** Incremented when the focused row moved or was removed. */
  moveCount: number
  rowGone: boolean
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), Math.max(low, high))
const controls = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea'

/** The cell at this position, or the one that spans it. */
function cellAt(grid: HTMLElement, { row, col }: GridPoint): HTMLElement | null {
  const cells = [...grid.querySelectorAll<HTMLElement>(`[data-row="${row}"] > [data-col]`)]
  return cells.findLast(cell => Number(cell.dataset['col']) <= col) ?? null
}

/** The control of a cell gets the focus of the cell. */
function focusTarget(cell: HTMLElement): HTMLElement {
  return cell.hasAttribute('tabindex') ? cell : (cell.querySelector<HTMLElement>(controls) ?? cell)
}

/** Whether changed lines answer another query, and are not rows added or removed under the previous query. */
function useRowsReplaced({
  lines,
  queryKey,
  loading,
}: Pick<GridFocusOptions, 'lines' | 'queryKey' | 'loading'>): boolean {
  const [shown, setShown] = useState({ lines, queryKey, loading, replaced: loading })
  if (shown.lines === lines && shown.queryKey === queryKey && shown.loading === loading) return shown.replaced
  const replaced = shown.replaced || loading || shown.queryKey !== queryKey
  const answered = !loading && (shown.lines !== lines || shown.loading)
  setShown({ lines, queryKey, loading, replaced: replaced && !answered })
  return replaced
}

/**
 * Roving focus of a grid (see data-table.contract.md). Moves only on a key or a click, or with its row. Rows that
 * answer another query (a sort, a filter, a refresh) leave it at its position, and keys pressed before they arrived
 * count.
 */
export function useGridFocus({
  grid,
  rowCount,
  colCount,
  pageRows,
  lines,
  queryKey,
  loading,
  keyOf,
  rowOfKey,
  onFocusLost,
  onKey,
}: GridFocusOptions) {
  const [focus, setFocus] = useState<FocusState>({ row: -1, col: 0, key: null, moveCount: 0, rowGone: false })
  const focusRequested = useRef(false)
  const followed = useRef(0)
  /** No rows are rendered; the grid itself has the focus until the cell returns. */
  const resting = useRef(false)
  /** The focus was in the grid when its element was removed; the browser fires no event for that. */
  const within = useRef(false)

  let point = focus
  const here = focus.row >= 0 ? keyOf(focus.row) : null
  const replaced = useRowsReplaced({ lines, queryKey, loading })
  const away = loading && rowCount === 0
  if (focus.row >= 0 && !away && (here !== focus.key || focus.row >= rowCount)) {
    // Rows were added or removed: the focus stays with its row, or with the position of a removed row.
    const stays = replaced || focus.key === null
    const moved = stays || focus.key === null ? focus.row : rowOfKey(focus.key)
    const row = Math.min(moved >= 0 ? moved : focus.row, rowCount - 1)
    point = {
      ...focus,
      row,
      key: row >= 0 ? keyOf(row) : null,
      moveCount: focus.moveCount + 1,
      rowGone: !stays && moved < 0,
    }
    setFocus(point)
  }
  const rests = away && point.row >= 0
  const active = { row: Math.min(point.row, rowCount - 1), col: clamp(point.col, 0, colCount - 1) }

  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    const follows = followed.current !== focus.moveCount
    followed.current = focus.moveCount
    const left = within.current && document.activeElement === document.body
    const inside = left || element.contains(document.activeElement)
    const back = !rests && resting.current && document.activeElement === element
    if (!focusRequested.current && !(follows && inside) && !(rests && left) && !back) return
    const byKey = focusRequested.current
    focusRequested.current = false
    resting.current = rests
    if (rests) return element.focus({ preventScroll: true })
    const cell = cellAt(element, active)
    if (!cell) return
    focusTarget(cell).focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    if (!byKey && focus.rowGone) onFocusLost(active.row)
  })

  const moveTo = useCallback(
    (next: GridPoint) => {
      focusRequested.current = true
      // The number of rows is not known yet: the last one is determined when they arrive.
      const row = clamp(next.row, -1, away ? Number.MAX_SAFE_INTEGER : rowCount - 1)
      setFocus(previous => ({
        ...previous,
        row,
        col: clamp(next.col, 0, colCount - 1),
        key: row >= 0 ? keyOf(row) : null,
        rowGone: false,
      }))
    },
    [rowCount, colCount, keyOf, away],
  )

  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) within.current = false
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    within.current = true
    const cell = event.target.closest<HTMLElement>('[data-col]')
    const row = cell?.parentElement?.dataset['row']
    if (!cell || row === undefined) return
    const next = { row: Number(row), col: Number(cell.dataset['col']) }
    // A cell that spans several columns remembers the column that the focus came from.
    const spans = Number(cell.getAttribute('aria-colspan') ?? 1)
    if (next.row === point.row && point.col >= next.col && point.col < next.col + spans) return
    setFocus(previous => ({ ...previous, ...next, key: next.row >= 0 ? keyOf(next.row) : null, rowGone: false }))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const cell = target.closest<HTMLElement>('[data-col]')
    const atRest = rests && target === event.currentTarget
    if (event.defaultPrevented || (!cell && !atRest) || !event.currentTarget.contains(target)) return
    const { row, col } = atRest ? point : active
    // Inside a cell with its own controls the keys belong to them; Escape leaves.
    if (cell?.hasAttribute('tabindex') && target !== cell) {
      if (event.key === 'Escape' || event.key === 'F2') {
        event.preventDefault()
        cell.focus()
      }
      return
    }
    if (!atRest && onKey(event, active)) {
      event.preventDefault()
      return
    }
    if ((event.key === 'F2' || event.key === 'Enter') && cell && target === cell) {
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
    const spans = Number(cell?.getAttribute('aria-colspan') ?? 1)
    let handled = true
    switch (event.key) {
      case 'ArrowRight':
      case 'ArrowLeft':
        moveTo({
          row,
          col: event.key === forward ? (spans > 1 ? Number(cell?.dataset['col']) + spans : col + 1) : col - 1,
        })
        break
      case 'ArrowDown':
        moveTo({ row: row + 1, col })
        break
      case 'ArrowUp':
        moveTo({ row: row - 1, col })
        break
      case 'Home':
        moveTo(jump ? { row: 0, col: 0 } : { row, col: 0 })
        break
      case 'End':
        moveTo(jump ? { row: rowCount - 1, col: colCount - 1 } : { row, col: colCount - 1 })
        break
      case 'PageDown':
        moveTo({ row: row + pageRows(), col })
        break
      case 'PageUp':
        moveTo({ row: Math.max(row - pageRows(), 0), col })
        break
      default:
        handled = false
    }
    if (handled) event.preventDefault()
  }

  return { active, moveTo, onFocus, onBlur, onKeyDown }
}
