import { type CsvFault, CsvReader } from '../../contract/csv/csv-reader.ts'
import { isSensitive } from '../cells/sensitive-cell.ts'
import { createIssue, shownValue, type UploadIssue } from '../issues/issues.ts'
import { type Delimiter, detectDelimiter, detectLineEnd, type LineEnd } from './delimiter.ts'
import { encodingOf, Utf8Pieces } from './text-decoder.ts'

/** Bytes of a file of which its head is read. */
export const headSize = 1 << 18
/** Bytes of the largest file. */
export const maxSize = 10 * 2 ** 30
/** Rows of a head. */
const maxRows = 1000

/** The beginning of a file: how it is written, its columns and first rows. */
export interface FileHead {
  delimiter: Delimiter
  lineEnd: LineEnd
  /** Whether the first row has the names of the columns. */
  hasHeader: boolean
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

export interface HeadOptions {
  hasHeader?: boolean
  /** Detected without. */
  delimiter?: Delimiter
}

/** Checks what is seen of a file before it is opened. */
export function checkFile(name: string, size: number): UploadIssue[] {
  if (!/\.[ct]sv$/i.test(name.trim())) return [createIssue('U-01')]
  if (size > maxSize) return [createIssue('U-02')]
  return size === 0 ? [createIssue('U-03')] : []
}

/**
 * Reads the head of a file from its first bytes.
 * @param isWhole whether the bytes are all of the file
 */
export function readHead(
  bytes: Uint8Array,
  isWhole: boolean,
  { hasHeader = true, delimiter: chosen }: HeadOptions = {},
): FileHead | UploadIssue[] {
  const encoding = encodingOf(bytes)
  if (encoding !== null) return [createIssue('U-04', { detail: encoding })]
  const pieces = new Utf8Pieces()
  // A fault in the middle of the head has a row, which is found when the file is checked.
  const text = pieces.decode(bytes, isWhole) ?? pieces.goodLines(bytes)
  if (text === '' && bytes.length > 0) return [createIssue('U-04', { row: 1 })]
  if (text.trim() === '') return [createIssue('U-03')]
  const lineEnd = detectLineEnd(text)
  const delimiter = chosen ?? detectDelimiter(text, lineEnd, isWhole)
  if (delimiter === null) return [createIssue('U-05')]
  const reader = new CsvReader({ delimiter, lineEnd })
  reader.push(text)
  if (isWhole) reader.end()
  const rows: string[][] = []
  for (let cells = reader.next(); cells !== null && rows.length <= maxRows; cells = reader.next())
    if (cells.length > 1 || cells[0] !== '') rows.push(cells)
  const [first] = rows
  if (first === undefined) return [reader.fault ? issueOf(reader.fault) : createIssue('U-05')]
  const columns = first.map((name, index) => (hasHeader && name.trim() !== '' ? name.trim() : `Column${index + 1}`))
  // The first row is one of data then, and the names of its columns would be printed.
  const sensitive = columns.filter(isSensitive)
  if (sensitive.length > 0)
    return sensitive.map(name =>
      createIssue('U-20', { row: 1, column: name, detail: 'a column name', params: { a: shownValue(name) } }),
    )
  const twice = columns.filter((name, index) => columns.indexOf(name) < index)
  if (twice.length > 0)
    return [...new Set(twice)].map(name =>
      createIssue('U-06', { row: 1, column: name, params: { c: shownValue(name) } }),
    )
  return { delimiter, lineEnd, hasHeader, columns, rows: hasHeader ? rows.slice(1) : rows }
}

function issueOf({ kind, row, column }: CsvFault): UploadIssue {
  if (kind !== 'too many') return createIssue('U-08', { row })
  const most = column - 1
  return createIssue('U-07', { row, params: { count: `more than ${most}`, expected: `at most ${most}` } })
}
