import { dateFormats, isIsoDateTime, timeOf } from '../cells/dates.ts'
import type { ColumnFormat } from '../check/format-scan.ts'
import type { UploadColumn } from '../entities/entities.ts'

/** Returns the value of a cell that was checked; undefined for an empty one. */
export type ReadCell = (cell: string) => unknown

/** Compiles the reading of the cells of an attribute, in the format that was chosen for it besides that of the upload. */
export function compileReadCell({ type }: Pick<UploadColumn, 'type'>, format: ColumnFormat | undefined): ReadCell {
  const read = readerOf(type, format)
  return cell => (cell === '' ? undefined : read(cell))
}

function readerOf(type: UploadColumn['type'], format: ColumnFormat | undefined): ReadCell {
  switch (type) {
    case 'datetime':
      return readTime(format)
    case 'int':
    case 'double':
      return cell => numberOf(cell, format)
    case 'boolean':
      return cell => booleans.get(cell.toLowerCase())
    case 'json':
      return cell => JSON.parse(cell) as unknown
    case 'string':
      return cell => cell
  }
}

/** ISO 8601 stays as it is, so that its offset is not lost. */
function readTime(format: ColumnFormat | undefined): ReadCell {
  const other = dateFormats.find(each => each === format)
  if (other === undefined) return cell => cell
  return cell => {
    if (isIsoDateTime(cell)) return cell
    const time = timeOf(cell, other)
    return time === null ? undefined : new Date(time).toISOString()
  }
}

/**
 * A number of the upload has a point and no grouping, so that it is read as such in every format; but not where one
 * point groups thousands, as in 1.234 with a decimal comma.
 */
function numberOf(cell: string, format: ColumnFormat | undefined): number {
  if (format === 'decimal-comma') {
    const point = cell.lastIndexOf('.')
    if (cell.includes(',') || point === -1 || cell.length - point === 4)
      return Number(cell.replace(/[. '\u00a0\u202f]/g, '').replace(',', '.'))
  }
  return Number(format === 'grouped' ? cell.replace(/[, '\u00a0\u202f]/g, '') : cell)
}

const booleans = new Map([
  ...['true', 'yes', 'y', 't', '1'].map(text => [text, true] as const),
  ...['false', 'no', 'n', 'f', '0'].map(text => [text, false] as const),
])
