import { type CsvOptions, CsvReader } from '../../../contract/csv/csv-reader.ts'
import { defined } from '../../../contract/defined.ts'
import { detectLineEnd } from '../../../upload-files/read/delimiter.ts'
import { headSize } from '../../../upload-files/read/file-head.ts'
import { encodingOf } from '../../../upload-files/read/text-decoder.ts'
import type { Row, RowIssue } from './ecommerce-file.ts'
import { readPieces } from './file-pieces.ts'

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

/**
 * Reads the rows of a CSV file with a header line. A row with a wrong number of cells is yielded with its fault; a file
 * whose header lacks a column, which has no rows, or whose quoting is broken beyond a row, throws with the line.
 * @throws CsvFileError
 */
export async function* readRows(file: string, columns: readonly string[]): AsyncGenerator<NumberedRow> {
  let reader: CsvReader | undefined
  let header: string[] | undefined
  let hasRows = false
  try {
    for await (const text of readTexts(file)) {
      reader ??= new CsvReader({ lineEnd: lineEndOf(text ?? '') })
      if (text === null) reader.end()
      else reader.push(text)
      for (let cells = reader.next(); cells !== null; cells = reader.next()) {
        if (cells.length === 1 && cells[0] === '') continue
        if (reader.fault !== null) throw quoteErrorOf(file, reader, header)
        if (header) {
          hasRows = true
          yield numberedRow(cells, reader.line, header)
        } else {
          header = cells.map(cell => cell.trim())
          assertHeader(file, header, columns)
        }
      }
      if (reader.fault !== null) throw quoteErrorOf(file, reader, header)
    }
    if (!header)
      throw new CsvFileError(`${file} is empty: it has no header line.`, { problem: 'it is empty: no header line' })
    if (!hasRows) throw new CsvFileError(`${file} has a header line and no rows.`, { problem: 'it has no rows' })
  } catch (error) {
    throw fileErrorOf(file, error)
  }
}

/**
 * Yields the text of a file, its head first, and null at its end. What is neither UTF-8 nor UTF-16 becomes U+FFFD, which
 * the checks of cells find.
 */
async function* readTexts(file: string): AsyncGenerator<string | null> {
  let decoder: TextDecoder | undefined
  for await (const piece of headFirst(readPieces(file))) {
    decoder ??= new TextDecoder(labels[encodingOf(piece) ?? ''])
    yield decoder.decode(piece, { stream: true })
  }
  yield decoder?.decode() ?? ''
  yield null
}

const labels: Readonly<Record<string, string>> = { 'UTF-16 LE': 'utf-16le', 'UTF-16 BE': 'utf-16be' }

/** Joins the first pieces until they are large enough to say how the file is written. */
async function* headFirst(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const first: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    if (size >= headSize) yield piece
    else {
      first.push(piece)
      size += piece.length
      if (size >= headSize) yield Buffer.concat(first)
    }
  }
  if (size < headSize) yield Buffer.concat(first)
}

type LineEnd = NonNullable<CsvOptions['lineEnd']>

/**
 * Returns what rows end with, from the head of a file. Where lines end with CRLF and with LF, a line feed alone is a
 * character of its cell if fewer rows have a wrong number of cells so.
 */
function lineEndOf(head: string): LineEnd {
  const lineEnd = detectLineEnd(head)
  if (lineEnd === '\r' || !head.includes('\r\n')) return lineEnd
  if (!/(^|[^\r])\n/.test(head)) return '\r\n'
  return wrongRows(head, '\r\n') < wrongRows(head, '\n') ? '\r\n' : '\n'
}

/** Returns how many rows of a text are not as wide as the first one. */
function wrongRows(text: string, lineEnd: LineEnd): number {
  const reader = new CsvReader({ lineEnd })
  reader.push(text)
  const width = reader.next()?.length
  let count = 0
  for (let cells = reader.next(); cells !== null; cells = reader.next())
    if (cells.length !== width && (cells.length > 1 || cells[0] !== '')) count++
  return count
}

function numberedRow(cells: readonly string[], line: number, header: readonly string[]): NumberedRow {
  const row = Object.fromEntries(cells.map((cell, index) => [header[index] ?? `column ${index + 1}`, cell]))
  if (cells.length === header.length) return { line, row }
  const problem = `the row has ${cells.length} cells, the header ${header.length}`
  return { line, row, fault: { column: header[cells.length] ?? 'row', problem } }
}

/** @throws CsvFileError for a header that lacks a column */
function assertHeader(file: string, header: readonly string[], columns: readonly string[]): void {
  const missing = columns.filter(column => !header.includes(column))
  if (missing.length === 0) return
  const names = `the column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`
  // The names that it has are not repeated: they are values in a file without a header.
  throw new CsvFileError(`The header of ${file} lacks ${names}.`, {
    line: 1,
    column: missing.join(', '),
    problem: `the header lacks ${names}`,
  })
}

/** Returns the error of broken quotes: the rows behind them cannot be read. */
function quoteErrorOf(file: string, { fault, line }: CsvReader, header: readonly string[] | undefined): CsvFileError {
  const column = header?.[(fault?.column ?? 0) - 1]
  const problem =
    fault?.kind === 'open' || fault?.kind === 'too long'
      ? 'a quote (") opens here and is never closed.'
      : fault?.kind === 'too many'
        ? 'the row has too many cells.'
        : 'a quote (") is inside a cell that is not quoted as a whole.'
  return new CsvFileError(`Line ${line} of ${file}: ${problem}`, { line, ...defined({ column }), problem })
}

/** Returns what was thrown while a file was read as its error; anything else as it is. */
function fileErrorOf(file: string, error: unknown): unknown {
  if (error instanceof CsvFileError || !(error instanceof Error) || !('code' in error)) return error
  const { code, message } = error
  const isPacking = String(code).startsWith('Z_')
  // What the system says of a file, such as EACCES or EISDIR.
  if (!isPacking && !('syscall' in error)) return error
  const problem = isPacking ? `it cannot be unpacked: ${message}` : `it cannot be read: ${message}`
  return new CsvFileError(`${file} cannot be ${isPacking ? 'unpacked' : 'read'}: ${message}.`, {
    problem,
    cause: error,
  })
}
