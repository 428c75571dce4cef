import { downloadFile } from '../../lib/download-file.ts'
import type { DataColumn } from '../model/column.ts'
import type { CsvValue } from '../model/csv-value.ts'

export interface CsvColumn<Row> {
  /** Header of the column in the file. */
  name: string
  value: (row: Row) => CsvValue
}

/** Characters that make a spreadsheet read a cell as a formula. */
const formulaStart = /^[=+\-@\t\r]/

function text(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  const plain = typeof value === 'string' ? value : value.join('; ')
  return formulaStart.test(plain) ? `'${plain}` : plain
}

function quoted(value: string, separator: string): string {
  return value.includes(separator) || /["\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/**
 * Rows as CSV (RFC 4180): UTC times in ISO 8601, decimal points, and text that a spreadsheet would run as a formula
 * escaped with an apostrophe.
 */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return csvHead(columns) + rows.map(row => csvLine(columns, row)).join('')
}

/** The first line of a file, with its end. */
export function csvHead<Row>(columns: readonly CsvColumn<Row>[]): string {
  return `${columns.map(column => quoted(text(column.name), ',')).join(',')}\r\n`
}

/** One row of a file, with its end. */
export function csvLine<Row>(columns: readonly CsvColumn<Row>[], row: Row): string {
  return `${columns.map(column => quoted(text(column.value(row)), ',')).join(',')}\r\n`
}

/** Rows as tab-separated values for the clipboard. Values that contain a tab, quote or line end are quoted. */
export function toTsv(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map(cells => cells.map(cell => quoted(text(cell), '\t')).join('\t')).join('\n')
}

/** Columns for `toCsv`, in the given order, with their names in the reader's language. */
export function csvColumns<Row>(
  columns: readonly DataColumn<Row>[],
  message: (id: string) => string,
): CsvColumn<Row>[] {
  return columns.map(({ labelId, label, value }) => ({ name: label ?? message(labelId), value }))
}

/** Passes a text, or its pieces in order, to the browser as a file download. */
export function downloadText(name: string, content: string | readonly string[], type = 'text/csv;charset=utf-8'): void {
  const parts = typeof content === 'string' ? [content] : content
  downloadFile(name, new Blob([...(type.startsWith('text/csv') ? ['\uFEFF'] : []), ...parts], { type }))
}
