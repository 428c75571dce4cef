import { exportCell, writeCsv } from '../../../contract/lists/csv-cells.ts'
import type { CompiledList } from '../../../engine/lists/compiled-list.ts'

/** The file of a list with further rows, and how many values it got; null: the list has all of the values. */
export interface AppendedValues {
  text: string
  added: number
}

const rowsPerSlice = 4000
const folded = (value: string): string => value.trim().toLowerCase()

/**
 * Writes the rows of a list as a CSV file and, after them, one row for each value that its column does not have yet,
 * without regard to letter case and surrounding blanks. The other cells of a new row are empty.
 * @param column the index of the column
 */
export function* appendValues(
  list: CompiledList,
  columns: readonly string[],
  column: number,
  values: readonly string[],
): Generator<undefined, AppendedValues | null> {
  const missing = new Map<string, string>()
  for (const value of values) if (!missing.has(folded(value))) missing.set(folded(value), value.trim())
  let text = writeCsv([columns.map(exportCell)])
  for (let index = 0; index < list.rows; index++) {
    const cells = list.cells(index)
    missing.delete(folded(cells[column] ?? ''))
    text += writeCsv([cells.map(exportCell)])
    if (index % rowsPerSlice === rowsPerSlice - 1) yield
  }
  if (missing.size === 0) return null
  const rows = [...missing.values()].map(value =>
    columns.map((_, index) => (index === column ? exportCell(value) : '')),
  )
  return { text: text + writeCsv(rows), added: missing.size }
}
