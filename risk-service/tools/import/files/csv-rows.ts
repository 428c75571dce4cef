import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CsvError, parse } from 'csv-parse'
import { defined } from '../../../contract/defined.ts'
import type { Row, RowIssue } from './ecommerce-file.ts'

export interface NumberedRow {
  /** Line in the file, the header being 1. */
  line: number
  row: Row
  /** Set instead of a usable row. */
  fault?: RowIssue
}

/** A file that cannot be read as rows, with the place of the fault as far as it can be determined. */
export class CsvFileError extends Error {
  readonly line: number | null
  readonly column: string | null
  /** The fault without its place. */
  readonly problem: string
  constructor(message: string, place: { line?: number; column?: string; problem: string; cause?: unknown }) {
    super(message, { cause: place.cause })
    this.name = 'CsvFileError'
    this.line = place.line ?? null
    this.column = place.column ?? null
    this.problem = place.problem
  }
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
 * @throws CsvFileError
 */
export async function* readRows(file: string, columns: readonly string[]): AsyncGenerator<NumberedRow> {
  let last = 0
  // A fault in the first piece of a file is thrown before its header is read below.
  let parsedHeader: string[] | undefined
  const parser = parse({
    // With `info` a record comes with its place.
    on_record: (item: string[], { lines }) => {
      last = lines
      parsedHeader ??= (item as unknown as { record: string[] }).record.map(cell => cell.trim())
      return item
    },
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    trim: false,
  })
  let header: string[] | undefined
  try {
    const isPacked = await isGzip(file)
    const raw = createReadStream(file)
    // A fault anywhere in the chain ends the parser with that error; the loop below throws it.
    const chained = () => undefined
    if (isPacked) pipeline(raw, createGunzip(), parser, chained)
    else pipeline(raw, parser, chained)
    for await (const item of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const { record, info } = item
      if (!header) {
        header = record.map(cell => cell.trim())
        assertHeader(file, header, columns)
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
    if (!header)
      throw new CsvFileError(`${file} is empty: it has no header line.`, { problem: 'it is empty: no header line' })
  } catch (error) {
    throw fileErrorOf(file, error, last, parsedHeader)
  }
}

/** @throws CsvFileError for a header that lacks a column */
function assertHeader(file: string, header: readonly string[], columns: readonly string[]): void {
  const missing = columns.filter(column => !header.includes(column))
  if (missing.length === 0) return
  const names = `the column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`
  throw new CsvFileError(`The header of ${file} lacks ${names}. It has: ${header.join(', ')}.`, {
    line: 1,
    column: missing.join(', '),
    problem: `the header lacks ${names}`,
  })
}

/** Returns what was thrown while a file was read as its error; anything else as it is. */
function fileErrorOf(file: string, error: unknown, last: number, header: readonly string[] | undefined): unknown {
  if (error instanceof CsvFileError || !(error instanceof Error) || !('code' in error)) return error
  const { code, message } = error
  if (error instanceof CsvError) {
    // A quote that is never closed includes the rest of the file: the error refers to its opening.
    const isOpen = code === 'CSV_QUOTE_NOT_CLOSED'
    const line = isOpen ? last + 1 : Number(error['lines']) || undefined
    const column = header?.[Number(error['column'])]
    const problem = isOpen ? 'a quote (") opens here and is never closed.' : message
    return new CsvFileError(`Line ${line ?? '?'} of ${file}: ${problem}`, {
      ...defined({ line, column }),
      problem,
      cause: error,
    })
  }
  const isPacking = String(code).startsWith('Z_')
  // What the system says of a file, such as EACCES or EISDIR.
  if (!isPacking && !('syscall' in error)) return error
  const problem = isPacking ? `it cannot be unpacked: ${message}` : `it cannot be read: ${message}`
  return new CsvFileError(`${file} cannot be ${isPacking ? 'unpacked' : 'read'}: ${message}.`, {
    problem,
    cause: error,
  })
}
