import type { CsvValue } from '../model/csv-value.ts'
import { type CsvColumn, csvHead, csvLine } from './csv.ts'

export type ExportFormat = 'csv' | 'json'

export interface ExportColumn<Row> extends CsvColumn<Row> {
  /** Key in JSON: the same in every language. */
  id: string
}

/** Rows of an export: all at once, or page by page as a server sends them. */
export type ExportSource<Row> = readonly Row[] | AsyncIterable<readonly Row[]>

/** A raw value in JSON: numbers as numbers, times in ISO 8601 UTC, missing values as null. */
export function jsonValue(value: CsvValue): string | number | boolean | null | readonly string[] {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return value
}

export function toJson<Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): string {
  return `[\n${rows.map(row => jsonRow(columns, row)).join(',\n')}\n]\n`
}

function jsonRow<Row>(columns: readonly ExportColumn<Row>[], row: Row): string {
  return JSON.stringify(Object.fromEntries(columns.map(column => [column.id, jsonValue(column.value(row))])))
}

async function* readPages<Row>(source: ExportSource<Row>): AsyncGenerator<readonly Row[]> {
  if (Symbol.asyncIterator in source) {
    yield* source
    return
  }
  // This number of rows is written in a few milliseconds: the page stays responsive.
  for (let i = 0; i < source.length; i += 2000) yield source.slice(i, i + 2000)
}

/**
 * The file in chunks as the pages arrive. Chunks are not joined, so that a long export never has its text in memory
 * twice.
 */
export async function* exportChunks<Row>(
  format: ExportFormat,
  columns: readonly ExportColumn<Row>[],
  source: ExportSource<Row>,
): AsyncGenerator<{ text: string; rows: number }> {
  let rows = 0
  yield { text: format === 'csv' ? csvHead(columns) : '[', rows }
  for await (const page of readPages(source)) {
    const text =
      format === 'csv'
        ? page.map(row => csvLine(columns, row)).join('')
        : page.map((row, i) => `${rows + i === 0 ? '\n' : ',\n'}${jsonRow(columns, row)}`).join('')
    rows += page.length
    yield { text, rows }
  }
  if (format === 'json') yield { text: '\n]\n', rows }
}
