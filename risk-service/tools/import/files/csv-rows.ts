import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CsvError, parse } from 'csv-parse'
import type { Row, RowIssue } from './ecommerce-file.ts'

export interface NumberedRow {
  /** Line in the file, the header being 1. */
  line: number
  row: Row
  /** Set instead of a usable row. */
  fault?: RowIssue
}

/** Whether a file is gzip, by its first bytes, not by its name. */
async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const magic = Buffer.alloc(2)
    await handle.read(magic, 0, 2, 0)
    return magic[0] === 0x1f && magic[1] === 0x8b
  } finally {
    await handle.close()
  }
}

/**
 * Reads the rows of a CSV file with a header line. A row with a wrong number of cells is yielded with its fault; a file
 * whose header lacks a column, or whose quoting is broken beyond a row, throws with the line.
 */
export async function* readRows(file: string, columns: readonly string[]): AsyncGenerator<NumberedRow> {
  let last = 0
  const parser = parse({
    on_record: (record: string[], { lines }) => {
      last = lines
      return record
    },
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    trim: false,
  })
  const raw = createReadStream(file)
  // A fault anywhere in the chain ends the parser with that error; the loop below throws it.
  const chained = () => undefined
  if (await isGzip(file)) pipeline(raw, createGunzip(), parser, chained)
  else pipeline(raw, parser, chained)
  let header: string[] | undefined
  try {
    for await (const item of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const { record, info } = item
      if (!header) {
        header = record.map(cell => cell.trim())
        const missing = columns.filter(column => !header?.includes(column))
        if (missing.length > 0)
          throw new Error(
            `The header of ${file} lacks the column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}. It has: ${header.join(', ')}.`,
          )
        continue
      }
      const names = header
      const row = Object.fromEntries(record.map((cell, index) => [names[index] ?? `column ${index + 1}`, cell]))
      if (record.length === names.length) yield { line: info.lines, row }
      else
        yield {
          line: info.lines,
          row,
          fault: {
            column: names[record.length] ?? 'row',
            problem: `the row has ${record.length} cells, the header ${names.length}`,
          },
        }
    }
    if (!header) throw new Error(`${file} is empty: it has no header line.`)
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new Error(`${file} cannot be unpacked: ${error.message}.`, { cause: error })
    // A quote that is never closed includes the rest of the file: the error refers to its opening.
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw new Error(`Line ${last + 1} of ${file}: a quote (") opens here and is never closed.`, { cause: error })
    if (error instanceof CsvError)
      throw new Error(`Line ${String(error['lines'] ?? '?')} of ${file}: ${error.message}`, { cause: error })
    throw error
  }
}
