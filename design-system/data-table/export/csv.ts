import { downloadFile } from '../../lib/download-file.ts'
import type { DataColumn } from '../model/column.ts'
import type { CsvValue } from '../model/csv-value.ts'

export interface CsvColumn<Row> {
  /** Header of the column in the file. */
  name: string
  value: (row: Row) => CsvValue
  /** Decimals of its numbers; as many as a number has when absent. */
  decimals?: ((row: Row) => number) | undefined
}

/** Characters that make a spreadsheet read a cell as a formula; some read the full-width forms alike. */
const formulaStart = /^[=+\-@＝＋－＠\t\r]/

function text(value: CsvValue, decimals?: number): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return ''
    return decimals === undefined ? String(value) : value.toFixed(decimals)
  }
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
  return `${columns.map(({ value, decimals }) => quoted(text(value(row), decimals?.(row)), ',')).join(',')}\r\n`
}

/** Rows as tab-separated values for the clipboard. Values that contain a tab, quote or line end are quoted. */
export function toTsv(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map(cells => cells.map(cell => quoted(text(cell), '\t')).join('\t')).join('\n')
}

/**
 * The shown columns as those of a file, in their order and with their names in the reader's language. Columns that are
 * always exported follow when they are hidden: an amount means nothing without its currency.
 */
export function exportColumns<Row>(
  shown: readonly DataColumn<Row>[],
  all: readonly DataColumn<Row>[],
  nameOf: (column: DataColumn<Row>) => string,
): (CsvColumn<Row> & { id: string })[] {
  const added = all.filter(column => column.alwaysExported && !shown.some(({ id }) => id === column.id))
  return [...shown, ...added].map(column => ({
    id: column.id,
    name: nameOf(column),
    value: column.value,
    ...(column.decimals === null ? {} : { decimals: column.decimals }),
  }))
}

/** Passes a text, or its pieces in order, to the browser as a file download. */
export function downloadText(name: string, content: string | readonly string[], type = 'text/csv;charset=utf-8'): void {
  const parts = typeof content === 'string' ? [content] : content
  downloadFile(name, new Blob([...(type.startsWith('text/csv') ? ['\uFEFF'] : []), ...parts], { type }))
}
