import type { CellBlock, CellPoint } from '../cells/cell-range.ts'
import type { CsvValue } from '../model/csv-value.ts'
import type { TableLines } from '../model/table-lines.ts'
import { toTsv } from './csv.ts'

interface CopyOptions<Row> {
  rows: readonly Row[]
  lines: TableLines
  /** Visible columns in their order. */
  columns: readonly { value: (row: Row) => CsvValue }[]
  /** Grid column of the first of these columns. */
  firstCol: number
  block: CellBlock | null
  point: CellPoint
  selectedIds: ReadonlySet<string> | null
  getRowId: (row: Row) => string
}

/**
 * The content of a copy: the block of cells, else the chosen rows, else the cell, as raw values. Headers of groups are
 * no data.
 */
export function copyText<Row>({
  rows,
  lines,
  columns,
  firstCol,
  block,
  point,
  selectedIds,
  getRowId,
}: CopyOptions<Row>): { text: string; rows: number; cells: number | null } | null {
  const rowAt = (line: number): Row | undefined => {
    const found = lines.at(line)
    return found?.kind === 'row' ? rows[found.row] : undefined
  }
  const copied: CsvValue[][] = []
  const take = (row: Row, from: number, to: number) =>
    copied.push(columns.slice(Math.max(0, from), to + 1).map(column => column.value(row)))
  if (block) {
    for (let line = block.top; line <= block.bottom; line++) {
      const row = rowAt(line)
      if (row !== undefined) take(row, block.start - firstCol, block.end - firstCol)
    }
    return copied.length === 0
      ? null
      : { text: toTsv(copied), rows: copied.length, cells: copied.length * (copied[0]?.length ?? 0) }
  }
  if (selectedIds) {
    for (let line = 0; line < lines.count; line++) {
      const row = rowAt(line)
      if (row !== undefined && selectedIds.has(getRowId(row))) take(row, 0, columns.length - 1)
    }
    return copied.length === 0 ? null : { text: toTsv(copied), rows: copied.length, cells: null }
  }
  const row = rowAt(point.row)
  if (row === undefined) return null
  const col = point.col - firstCol
  if (col < 0 || col >= columns.length) take(row, 0, columns.length - 1)
  else take(row, col, col)
  return { text: toTsv(copied), rows: 1, cells: null }
}
