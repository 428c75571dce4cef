import type { EnvironmentRow } from './environment-rows.ts'

/** Where the focus is: a row as a whole, or one of its cells. */
export interface GridPosition {
  id: string
  cell: number | null
}

/** What a key does in the tree grid. */
export type GridStep =
  | { kind: 'go'; place: GridPosition }
  | { kind: 'expand' | 'collapse'; id: string }
  | { kind: 'open'; id: string }
  | { kind: 'stay' }

export interface GridKey {
  key: string
  control: boolean
  direction: 'ltr' | 'rtl'
}

const page = 10

/**
 * The keys of the tree grid (APG, rows first): up and down move from row to row in the same column, forward expands a
 * row and then enters its cells, back leaves them and collapses the row or moves to its parent. Undefined for a key
 * that is not the grid's.
 */
export function gridStep(
  rows: readonly EnvironmentRow[],
  at: GridPosition,
  cells: number,
  { key, control, direction }: GridKey,
): GridStep | undefined {
  const index = Math.max(
    0,
    rows.findIndex(({ environment }) => environment.id === at.id),
  )
  const row = rows[index]
  if (!row) return undefined
  const { cell } = at
  const id = row.environment.id
  const toRow = (rowIndex: number, column = cell): GridStep => {
    const target = rows[Math.min(Math.max(rowIndex, 0), rows.length - 1)]
    return { kind: 'go', place: { id: target?.environment.id ?? id, cell: column } }
  }
  const toCell = (column: number | null): GridStep => ({ kind: 'go', place: { id, cell: column } })
  const [forward, back] = direction === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  switch (key) {
    case 'ArrowDown':
      return toRow(index + 1)
    case 'ArrowUp':
      return toRow(index - 1)
    case 'PageDown':
      return toRow(index + page)
    case 'PageUp':
      return toRow(index - page)
    case 'Home':
      return cell === null || control ? toRow(0) : toCell(0)
    case 'End':
      return cell === null || control ? toRow(rows.length - 1) : toCell(cells - 1)
    case forward:
      if (cell !== null) return cell < cells - 1 ? toCell(cell + 1) : { kind: 'stay' }
      return row.expanded === false ? { kind: 'expand', id } : toCell(0)
    case back: {
      if (cell !== null) return toCell(cell === 0 ? null : cell - 1)
      if (row.expanded) return { kind: 'collapse', id }
      const parent = rows.findIndex(({ environment }) => environment.id === row.environment.parentId)
      return parent >= 0 ? toRow(parent) : { kind: 'stay' }
    }
    case 'Enter':
      return cell === null ? { kind: 'open', id } : undefined
    default:
      return undefined
  }
}
