import { createYieldPoint } from '../contract/cooperative.ts'
import { exportCell, writeCsv } from '../contract/lists/csv-cells.ts'

/** Times of rows are milliseconds; in a file they are ISO 8601. */
const instantFields = /At$|^at$/

/**
 * Returns the text of a CSV file (RFC 4180, UTF-8 with a byte order mark) with one line for each row: the fields of
 * objects have the path as their name, lists and links are left out, and what is not known is empty.
 */
export function writeRows(rows: readonly object[]): string {
  const flat = rows.map(row => flatten(row, ''))
  const columns = columnsOf(flat)
  return `\uFEFF${writeCsv([columns, ...flat.map(row => cellsOf(row, columns))])}`
}

const rowsInPart = 500

/**
 * Returns the text as `writeRows` does, made in parts with pauses: a long file must not hold up decisions.
 * @param prepare what is done with the rows of a part first, such as masking
 */
export async function writeRowsInParts<Row extends object>(
  rows: readonly Row[],
  prepare: (part: Row[]) => Row[],
): Promise<string> {
  const pause = createYieldPoint()
  const flat: Map<string, string>[] = []
  for (let at = 0; at < rows.length; at += rowsInPart) {
    for (const row of prepare(rows.slice(at, at + rowsInPart))) flat.push(flatten(row, ''))
    await pause()
  }
  const columns = columnsOf(flat)
  const parts = [`\uFEFF${writeCsv([columns])}`]
  for (let at = 0; at < flat.length; at += rowsInPart) {
    parts.push(writeCsv(flat.slice(at, at + rowsInPart).map(row => cellsOf(row, columns))))
    await pause()
  }
  return parts.join('')
}

function columnsOf(rows: readonly Map<string, string>[]): string[] {
  const columns = new Set<string>()
  for (const row of rows) for (const column of row.keys()) columns.add(column)
  return [...columns]
}

const cellsOf = (row: Map<string, string>, columns: readonly string[]): string[] =>
  columns.map(column => row.get(column) ?? '')

function flatten(row: object, prefix: string): Map<string, string> {
  const cells = new Map<string, string>()
  for (const [field, value] of Object.entries(row) as [string, unknown][]) {
    const name = `${prefix}${field}`
    if (field === 'link' || field === 'openLink' || Array.isArray(value)) continue
    if (typeof value === 'object' && value !== null)
      for (const [path, cell] of flatten(value, `${name}.`)) cells.set(path, cell)
    else cells.set(name, cellOf(field, value))
  }
  return cells
}

function cellOf(field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' && instantFields.test(field)) return new Date(value).toISOString()
  return typeof value === 'string' ? exportCell(value) : String(value)
}
