/** Two corners of a block of cells. `anchor` is fixed, `head` moves. */
export interface CellPoint {
  row: number
  col: number
}
export interface CellRange {
  anchor: CellPoint
  head: CellPoint
}
export interface CellBlock {
  top: number
  bottom: number
  start: number
  end: number
}

/** The block between two corners, both included. */
export function blockOf({ anchor, head }: CellRange): CellBlock {
  return {
    top: Math.min(anchor.row, head.row),
    bottom: Math.max(anchor.row, head.row),
    start: Math.min(anchor.col, head.col),
    end: Math.max(anchor.col, head.col),
  }
}

export const isSingle = ({ anchor, head }: CellRange): boolean => anchor.row === head.row && anchor.col === head.col

/** The range with its head moved, clamped to the grid: rows from 0, columns from `firstCol`. */
export function extend(
  range: CellRange,
  by: { rows?: number; cols?: number },
  limits: { rows: number; firstCol: number; lastCol: number },
): CellRange {
  const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), Math.max(low, high))
  return {
    anchor: range.anchor,
    head: {
      row: clamp(range.head.row + (by.rows ?? 0), 0, limits.rows - 1),
      col: clamp(range.head.col + (by.cols ?? 0), limits.firstCol, limits.lastCol),
    },
  }
}

/** Columns of the block in one row, as `[start, end]`; null when the row is outside. */
export function columnsIn(block: CellBlock | null, row: number): readonly [number, number] | null {
  return block && row >= block.top && row <= block.bottom ? [block.start, block.end] : null
}

/** Number of rows and columns of a block. */
export const sizeOf = ({ top, bottom, start, end }: CellBlock) => ({ rows: bottom - top + 1, columns: end - start + 1 })
