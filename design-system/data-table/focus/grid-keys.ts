import type { KeyboardEvent } from 'react'
import { keys } from '../../lib/keys.ts'
import type { TableModel } from '../state/use-table.ts'
import type { GridPoint } from './use-grid-focus.ts'

interface GridKeys<Row> {
  table: TableModel<Row>
  direction: 'ltr' | 'rtl'
  idAt: (line: number) => string | undefined
  columnAt: (col: number) => string | undefined
  actionsCol: number
  block: { active: boolean; clear: () => void; grow: (from: GridPoint, by: { rows?: number; cols?: number }) => void }
  /** Whether Enter does anything with a row. Otherwise it follows the link of a cell, or goes into the cell. */
  opensRows: boolean
  onOpen: (line: number) => void
  onCurrent: (line: number) => void
  onCopy: (point: GridPoint) => void
  onMenu: (columnId: string) => void
}

/** Keys of the grid that act on a cell; `useGridFocus` moves between cells. Returns true when the key was handled. */
export function gridKeys<Row>({
  table,
  direction,
  idAt,
  columnAt,
  actionsCol,
  block,
  opensRows,
  onOpen,
  onCurrent,
  onCopy,
  onMenu,
}: GridKeys<Row>) {
  return (event: KeyboardEvent<HTMLElement>, point: GridPoint): boolean => {
    const { row, col } = point
    const command = event.ctrlKey || event.metaKey
    const next = event.key === keys.next(direction)
    const previous = event.key === keys.previous(direction)
    if (command && event.key.toLowerCase() === 'a' && table.selectable) {
      table.selection.addAll()
      return true
    }
    if (row < 0) {
      const column = columnAt(col)
      if (table.resize.onKey(event, column)) return true
      if (event.altKey && event.key === 'ArrowDown' && column !== undefined) {
        onMenu(column)
        return true
      }
      return false
    }
    const line = table.lines.at(row)
    if (line?.kind === 'group') {
      const toggles =
        event.key === 'Enter' || event.key === ' ' || (next && !line.group.open) || (previous && line.group.open)
      if (toggles && !event.altKey && !command) table.toggleGroup(line.group.key)
      return toggles
    }
    if (line?.kind !== 'row') return false
    switch (event.key) {
      case 'Escape':
        if (!block.active) return false
        block.clear()
        return true
      case 'Enter':
        // The expander is a button of its own; the actions are entered.
        if (!opensRows || col === actionsCol || (table.leads[col] !== undefined && table.leads[col] === 'expand'))
          return false
        onOpen(row)
        return true
      case ' ': {
        const id = idAt(row)
        if (id === undefined || table.leads[col] === 'expand') return false
        if (!table.selectable) onCurrent(row)
        else if (event.shiftKey) table.selection.extend(row, idAt)
        else table.selection.toggle(id, row)
        return true
      }
      case 'c':
      case 'C':
        // Selected text is what the reader intends to copy.
        if (!command || (!block.active && (getSelection()?.toString() ?? '') !== '')) return false
        onCopy(point)
        return true
      case 'ArrowDown':
      case 'ArrowUp':
        if (!event.shiftKey) return false
        block.grow(point, { rows: event.key === 'ArrowDown' ? 1 : -1 })
        return true
      default:
        if (!event.shiftKey || !(next || previous)) return false
        block.grow(point, { cols: next ? 1 : -1 })
        return true
    }
  }
}
