import { type CsvFault, CsvReader } from '../csv/csv-reader.ts'
import { readExportedCell } from './csv-cells.ts'
import { listLimits } from './list-definitions.ts'

/**
 * Reads the CSV file of a custom list. Pure, so that the service and the console's preview share it. A generator, so
 * that a large file can be read in slices between which the event loop is free.
 */

/** Messages of faults; `{name}` is a parameter. */
export const listIssueMessages = {
  LST001: 'The file is not a CSV file in UTF-8.',
  LST002: 'The file is too large. It must be smaller than 20 MB.',
  LST003: 'The header "{header}" appears twice.',
  LST004: 'The header of column {column} is empty.',
  LST005: 'Row {row} has {fields} fields, expected {expected}.',
  LST006: 'The file is empty.',
  LST007: 'A quotation mark is not closed in row {row}.',
  LST008: 'A list named {name} already exists.',
  LST009: 'The column {column} is used by {users}.',
  LST010: 'The list {name} is used by {users}.',
  LST011: 'Unexpected quotation mark in row {row}, column {column}.',
  LST012: 'The header of column {column} is too long or contains control characters.',
  LST013: 'The file has {columns} columns. The limit is {limit}.',
  LST014: 'The file has too many rows. The limit is {limit}.',
  LST015: 'Row {row} has no value.',
  LST016: 'The value in row {row} repeats the one in row {first}.',
  LST017: 'The status in row {row} is not Safe, Block or Watch.',
  LST018: 'The expiration date in row {row} is not a date in the future.',
  LST019: 'The text in row {row}, column {column} is too long or contains control characters.',
  LST020: 'The column {column} is missing.',
  LST021: 'The value in row {row} is not valid for this list.',
  LST022: 'The file has too many entries. The limit is {limit}.',
} as const
export type ListIssueCode = keyof typeof listIssueMessages

/** A fault, with its row and column in the file. The header is row 1. */
export interface ListFileIssue {
  code: ListIssueCode
  row: number | null
  column: string | null
  message: string
  params: Record<string, string | number>
}

export function createListIssue(
  code: ListIssueCode,
  params: Record<string, string | number> = {},
  row: number | null = null,
  column: string | null = null,
): ListFileIssue {
  return {
    code,
    row,
    column,
    params,
    message: listIssueMessages[code].replace(/\{(\w+)\}/g, (_all, name: string) => String(params[name] ?? '')),
  }
}

export interface ListFileSummary {
  columns: string[]
  /** Rows below the header. */
  rows: number
  /** At most a hundred. A single one is enough to refuse the file. */
  problems: ListFileIssue[]
}

/** Receives the cells of a row; `row` is its number in the file. */
export type RowSink = (cells: string[], row: number) => void

/** Characters of a quoted cell that are read: a file of nothing but quotation marks is one cell. */
const maxCellLength = 100_000

/** Rows that are read in one slice. */
const rowsPerSlice = 4000

/** Reads a file; every row that fits the header is passed to `sink`. */
export function* readListFile(
  bytes: Uint8Array,
  fileName: string,
  sink: RowSink = () => undefined,
): Generator<undefined, ListFileSummary> {
  const refused = (...problems: ListFileIssue[]): ListFileSummary => ({ columns: [], rows: 0, problems })
  if (!/\.csv$/i.test(fileName.trim())) return refused(createListIssue('LST001'))
  if (bytes.byteLength >= listLimits.fileSize) return refused(createListIssue('LST002'))
  const text = yield* decode(bytes)
  if (typeof text !== 'string') return refused(createListIssue('LST001', {}, text.line))
  const reader = new CsvReader({ maxLength: maxCellLength })
  reader.push(text)
  reader.end()
  const header = reader.next()
  if (reader.fault) return refused(issueOf(reader.fault))
  let cells = reader.next()
  const isBlank = cells === null && reader.fault === null && header?.length === 1 && header[0]?.trim() === ''
  if (header === null || isBlank) return refused(createListIssue('LST006'))
  const columns = header.map(name => readExportedCell(name.trim()))
  const problems = findHeaderIssues(columns)
  if (columns.length > listLimits.columns) return { columns: columns.slice(0, listLimits.columns), rows: 0, problems }
  let rows = 0
  for (; cells !== null && reader.fault === null; cells = reader.next()) {
    if (cells.length !== columns.length) {
      problems.push(
        createListIssue('LST005', { row: reader.row, fields: cells.length, expected: columns.length }, reader.row),
      )
      if (problems.length >= listLimits.problems) break
    } else if (problems.length === 0) sink(withoutApostrophes(cells), reader.row)
    rows++
    if (rows > listLimits.rows) {
      problems.push(createListIssue('LST014', { limit: listLimits.rows }, reader.row))
      break
    }
    if (rows % rowsPerSlice === 0) yield
  }
  if (reader.fault) problems.push(issueOf(reader.fault))
  return { columns, rows, problems: problems.slice(0, listLimits.problems) }
}

function findHeaderIssues(columns: readonly string[]): ListFileIssue[] {
  const problems: ListFileIssue[] = []
  if (columns.length > listLimits.columns)
    problems.push(createListIssue('LST013', { columns: columns.length, limit: listLimits.columns }, 1))
  const seen = new Set<string>()
  columns.slice(0, listLimits.columns).forEach((name, index) => {
    if (name === '') problems.push(createListIssue('LST004', { column: index + 1 }, 1, String(index + 1)))
    else if (name.length > listLimits.header || /\p{Cc}/u.test(name))
      problems.push(createListIssue('LST012', { column: index + 1 }, 1, String(index + 1)))
    else if (seen.has(name.toLowerCase())) problems.push(createListIssue('LST003', { header: name }, 1, name))
    seen.add(name.toLowerCase())
  })
  return problems
}

/** Bytes that are decoded in one slice. */
const bytesPerSlice = 1 << 20

/**
 * Returns the text of a file in UTF-8 without its byte order mark, or the line that is not UTF-8. A NUL is not text.
 */
function* decode(bytes: Uint8Array): Generator<undefined, string | { line: number }> {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    let text = ''
    for (let from = 0; from < bytes.length; from += bytesPerSlice) {
      const piece = decoder.decode(bytes.subarray(from, from + bytesPerSlice), { stream: true })
      const nul = piece.indexOf('\0')
      text += piece
      if (nul >= 0) return { line: text.slice(0, text.length - piece.length + nul).split('\n').length }
      yield
    }
    return text + decoder.decode()
  } catch {
    // No byte of a multi-byte character is a line feed, so that lines can be decoded one by one.
    const decoder = new TextDecoder('utf-8', { fatal: true })
    for (let line = 1, from = 0; ; line++) {
      const found = bytes.indexOf(10, from)
      const to = found < 0 ? bytes.length : found
      try {
        decoder.decode(bytes.subarray(from, to))
      } catch {
        return { line }
      }
      if (found < 0) return { line }
      from = to + 1
      if (line % rowsPerSlice === 0) yield
    }
  }
}

/** Returns what is wrong with the quotes or the size of a row. */
function issueOf({ kind, row, column }: CsvFault): ListFileIssue {
  if (kind === 'too long') return createListIssue('LST019', { row, column }, row, String(column))
  if (kind === 'open') return createListIssue('LST007', { row }, row, String(column))
  if (kind === 'too many') return createListIssue('LST013', { columns: column, limit: listLimits.columns }, row)
  return createListIssue('LST011', { row, column }, row, String(column))
}

/** Changes cells as `readExportedCell` does, without a new row for each of a million that have none. */
function withoutApostrophes(cells: string[]): string[] {
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index] ?? ''
    if (cell.charCodeAt(0) === 39) cells[index] = readExportedCell(cell)
  }
  return cells
}
