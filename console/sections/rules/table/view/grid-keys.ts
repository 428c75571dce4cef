import type { CellRange } from '../table-operations.ts'

export interface GridPlace {
  row: number
  column: number
}
/** The cell with the focus, and the other corner of the selected range. */
export interface GridSelection {
  anchor: GridPlace
  focus: GridPlace
}
export interface GridKey {
  key: string
  shift: boolean
  control: boolean
  alt: boolean
}
export type GridCommand =
  | { kind: 'select'; selection: GridSelection }
  | { kind: 'edit'; input: string | null }
  | {
      kind: 'clear' | 'fill' | 'undo' | 'redo' | 'insert' | 'duplicate' | 'remove' | 'up' | 'down'
    }

export const rangeOf = ({ anchor, focus }: GridSelection): CellRange => ({
  top: Math.min(anchor.row, focus.row),
  bottom: Math.max(anchor.row, focus.row),
  start: Math.min(anchor.column, focus.column),
  end: Math.max(anchor.column, focus.column),
})

/**
 * What a key does in the grid; null where it has no meaning, so that the browser does its own. Tab goes from cell to
 * cell of a row, and out of the grid at its ends.
 */
export function gridCommand(
  { key, shift, control, alt }: GridKey,
  selection: GridSelection,
  size: { rows: number; columns: number; page: number },
  rightToLeft: boolean,
): GridCommand | null {
  const { focus } = selection
  const last = { row: size.rows - 1, column: size.columns - 1 }
  const go = (row: number, column: number, extend = shift): GridCommand => {
    const next = {
      row: Math.min(Math.max(row, 0), last.row),
      column: Math.min(Math.max(column, 0), last.column),
    }
    return { kind: 'select', selection: { anchor: extend ? selection.anchor : next, focus: next } }
  }
  if (alt) return altCommand(key)
  const next = rightToLeft ? 'ArrowLeft' : 'ArrowRight'
  switch (key) {
    case 'ArrowDown':
      return go(control ? last.row : focus.row + 1, focus.column)
    case 'ArrowUp':
      return go(control ? 0 : focus.row - 1, focus.column)
    case 'ArrowLeft':
    case 'ArrowRight': {
      const forward = key === next
      return go(focus.row, control ? (forward ? last.column : 0) : focus.column + (forward ? 1 : -1))
    }
    case 'Home':
      return go(control ? 0 : focus.row, 0)
    case 'End':
      return go(control ? last.row : focus.row, last.column)
    case 'PageDown':
      return go(focus.row + size.page, focus.column)
    case 'PageUp':
      return go(focus.row - size.page, focus.column)
    case 'Enter':
      return go(focus.row + (shift ? -1 : 1), focus.column, false)
    case 'Tab': {
      const column = focus.column + (shift ? -1 : 1)
      return column < 0 || column > last.column ? null : go(focus.row, column, false)
    }
    case 'F2':
      return { kind: 'edit', input: null }
    case 'Delete':
    case 'Backspace':
      return { kind: 'clear' }
    case 'Insert':
      return shift || control ? null : { kind: 'insert' }
    case ' ':
      if (control || !shift) break
      // The rows of the selection as a whole; their names stay in sight.
      return {
        kind: 'select',
        selection: {
          anchor: { row: selection.anchor.row, column: last.column },
          focus: { row: focus.row, column: 0 },
        },
      }
    case 'Escape':
      return selection.anchor === focus ? null : go(focus.row, focus.column, false)
  }
  return control ? controlCommand(key.toLowerCase(), shift, last, selection) : printed(key)
}

const altKeys = { ArrowUp: 'up', ArrowDown: 'down', Insert: 'duplicate', Delete: 'remove' } as const
const altCommand = (key: string): GridCommand | null =>
  Object.hasOwn(altKeys, key) ? { kind: altKeys[key as keyof typeof altKeys] } : null

function controlCommand(key: string, shift: boolean, last: GridPlace, { focus }: GridSelection): GridCommand | null {
  switch (key) {
    case 'z':
      return { kind: shift ? 'redo' : 'undo' }
    case 'y':
      return { kind: 'redo' }
    case 'd':
      return { kind: 'fill' }
    case 'a':
      return { kind: 'select', selection: { anchor: { row: 0, column: 0 }, focus: last } }
    case ' ':
      return {
        kind: 'select',
        selection: { anchor: { row: 0, column: focus.column }, focus: { row: last.row, column: focus.column } },
      }
    default:
      return null
  }
}

/** A character begins to edit, and replaces what the cell has. */
const printed = (key: string): GridCommand | null => ([...key].length === 1 ? { kind: 'edit', input: key } : null)
