import { exportCell, writeCsv } from '../contract/lists/csv-cells.ts'

/** Times of rows are milliseconds; in a file they are ISO 8601. */
const instantFields = /At$|^at$/

/**
 * Returns the text of a CSV file (RFC 4180, UTF-8 with a byte order mark) with one line for each row: the fields of
 * objects have the path as their name, lists and links are left out, and what is not known is empty.
 */
export function writeRows(rows: readonly object[]): string {
  const flat = rows.map(row => flatten(row, ''))
  const columns = [...new Set(flat.flatMap(row => [...row.keys()]))]
  return `\uFEFF${writeCsv([columns, ...flat.map(row => columns.map(column => row.get(column) ?? ''))])}`
}

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
