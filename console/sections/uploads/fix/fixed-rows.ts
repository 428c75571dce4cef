import {
  CsvReader,
  type FileHead,
  findEntity,
  IssueList,
  type Mapping,
  RowCheck,
  type UploadIssue,
} from '@assay/risk-service/upload-files'
import type { ColumnFormats, FoundRow } from '../check/check-tasks.ts'

/** What decides whether a row is valid. */
export interface RowRules {
  entity: string
  head: FileHead
  mapping: Mapping
  formats: ColumnFormats
  now: number
}

/** Returns the cells of the text of one row; null if it is not one whole row. */
export function cellsOf(
  text: string,
  { delimiter, lineEnd }: Pick<FileHead, 'delimiter' | 'lineEnd'>,
): string[] | null {
  const reader = new CsvReader({ delimiter, lineEnd })
  reader.push(text)
  reader.end()
  const cells = reader.next() ?? ['']
  return reader.fault === null && reader.next() === null && reader.fault === null ? cells : null
}

/** Returns the text of a row. */
export const rowText = (cells: readonly string[], delimiter: string): string =>
  cells
    .map(cell => (cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(delimiter)

/** Returns the errors of one row, checked alone; null if it is no row of the width of the file. */
export function errorsOfRow(text: string, row: number, rules: RowRules): UploadIssue[] | null {
  const { entity: name, head, mapping, formats, now } = rules
  const entity = findEntity(name)
  const cells = cellsOf(text, head)
  if (entity === undefined || cells === null || cells.length !== head.columns.length) return null
  const issues = new IssueList()
  const check = new RowCheck({ entity, head: { ...head, rows: [] }, mapping, formats, now }, issues)
  check.check(cells, row)
  check.finish()
  // Whether a column has card numbers is seen of all its values only.
  return issues.listed().filter(({ severity, code }) => severity === 'error' && code !== 'U-20')
}

/**
 * Returns the file with other texts in the place of some rows. Its bytes are those of the file that was chosen, which is
 * not read for this and not changed.
 */
export function fixFile(file: File, rows: readonly FoundRow[], texts: ReadonlyMap<number, string>): File {
  const parts: BlobPart[] = []
  let at = 0
  for (const { row, from, to } of rows.toSorted((one, other) => one.from - other.from)) {
    const text = texts.get(row)
    if (text === undefined) continue
    parts.push(file.slice(at, from), text)
    at = to
  }
  parts.push(file.slice(at))
  return new File(parts, file.name, { type: file.type })
}

/** Returns a file of the header and of rows alone, as they are now. */
export function fileOfRows(head: FileHead, rows: readonly FoundRow[], texts: ReadonlyMap<number, string>): string {
  const lines = rows.map(({ row, text }) => texts.get(row) ?? text)
  return `${[...(head.hasHeader ? [rowText(head.columns, head.delimiter)] : []), ...lines].join('\r\n')}\r\n`
}
