import { isBoolean } from '../cells/booleans.ts'
import { type ByteTest, compileValues, dayOf, decimalsOf, formatTests, isTrueOrFalse } from '../cells/byte-cells.ts'
import { dateFormats, isIsoDateTime, timeOf } from '../cells/dates.ts'
import { numberKind } from '../cells/numbers.ts'
import { valueFormats } from '../cells/value-formats.ts'
import type { UploadColumn } from '../entities/entities.ts'
import type { UploadCode } from '../issues/issues.ts'
import { type ColumnFormat, FormatScan, isInFormat } from './format-scan.ts'

/** Returns the code of what is wrong with a cell that is not empty; null for a good one. */
export type CellCheck = (cell: string) => UploadCode | null

export interface CompiledCell {
  /** Null for a column whose texts are all good. */
  check: CellCheck | null
  /** Finds most good cells by their bytes; null where only `check` decides. */
  isGood: ByteTest | null
  /** What the refused values of a number, date or boolean have in common. */
  scan: FormatScan | null
}

const day = 86_400_000
/** Offsets from UTC reach from -12 to +14 hours: a text that is smaller than this is no date in the future. */
const farthestOffset = 15 * 3_600_000

/** Compiles the check of a column, so that a cell takes some nanoseconds. */
export function compileCell(column: UploadColumn, format: ColumnFormat | undefined, now: number): CompiledCell {
  if (column.type === 'datetime') return compileDate(format, now)
  if (column.type === 'double' || column.type === 'int') return compileNumber(column.type, format)
  if (column.type === 'boolean') return compileBoolean(format)
  if (column.type === 'json') return { check: compileJson(), isGood: null, scan: null }
  return { check: compileText(column), isGood: compileTextTest(column), scan: null }
}

function compileDate(format: ColumnFormat | undefined, now: number): CompiledCell {
  const scan = new FormatScan('datetime')
  const latest = now + day
  const smallest = new Date(latest - farthestOffset).toISOString()
  const other = dateFormats.find(each => each === format)
  const check: CellCheck = cell => {
    if (isIsoDateTime(cell)) {
      // Texts of ISO 8601 are in the order of their times, offsets aside.
      if (cell < smallest) return null
      return isoTime(cell) > latest ? 'U-24' : null
    }
    const time = other === undefined ? null : timeOf(cell, other)
    if (time !== null) return time > latest ? 'U-24' : null
    scan.add(cell)
    return 'U-12'
  }
  const firstDay = Number(smallest.slice(0, 10).replaceAll('-', ''))
  const isGood: ByteTest = (bytes, from, to) => {
    const day = dayOf(bytes, from, to)
    return day > 0 && day < firstDay
  }
  return { check, isGood, scan }
}

/** A date and time without a zone is in UTC. */
const isoTime = (cell: string): number =>
  Date.parse(/(Z|[+-]\d{2}(:?\d{2})?)$/.test(cell.slice(16)) ? cell.replace(',', '.') : `${cell.replace(',', '.')}Z`)

function compileNumber(type: 'double' | 'int', format: ColumnFormat | undefined): CompiledCell {
  const scan = new FormatScan(type)
  const fault = (cell: string): UploadCode | null => {
    const kind = numberKind(cell)
    if (kind === 'whole') return null
    if (type === 'int') return 'U-13'
    if (kind !== 'decimal') return kind === 'no number' ? 'U-13' : 'U-14'
    scan.seePoint()
    return null
  }
  const check: CellCheck = cell => {
    if (format !== undefined && isInFormat(cell, format, type)) return null
    const code = fault(cell)
    if (code !== null) scan.add(cell)
    return code
  }
  const isGood: ByteTest = (bytes, from, to) => {
    const decimals = decimalsOf(bytes, from, to)
    if (decimals === null || decimals > (type === 'int' ? 0 : 2)) return false
    if (decimals > 0) scan.seePoint()
    return true
  }
  return { check, isGood: format === undefined ? isGood : null, scan }
}

function compileBoolean(format: ColumnFormat | undefined): CompiledCell {
  const scan = new FormatScan('boolean')
  const check: CellCheck = cell => {
    if (isBoolean(cell) || (format !== undefined && isInFormat(cell, format, 'boolean'))) return null
    scan.add(cell)
    return 'U-15'
  }
  return { check, isGood: isTrueOrFalse, scan }
}

function compileText({ values, maxLength, format }: UploadColumn): CellCheck | null {
  const test = format === undefined || format === 'language' ? undefined : valueFormats[format].test
  const allowed = values && new Set(values.map(value => value.toLowerCase()))
  if (test === undefined && allowed === undefined && maxLength === undefined) return null
  return cell => {
    if (maxLength !== undefined && cell.length > maxLength && [...cell].length > maxLength) return 'U-18'
    if (allowed !== undefined && !allowed.has(cell.toLowerCase())) return 'U-16'
    return test !== undefined && !test(cell) ? 'U-17' : null
  }
}

/** Compiles the test of the bytes of a text with the same conditions. */
function compileTextTest({ values, maxLength, format }: UploadColumn): ByteTest | null {
  const hasFormat = format === undefined || format === 'language' ? undefined : formatTests[format]
  const isAllowed = values && compileValues(values)
  return (bytes, from, to) =>
    (maxLength === undefined || to - from <= maxLength) &&
    (isAllowed === undefined || isAllowed(bytes, from, to)) &&
    (hasFormat === undefined || hasFormat(bytes, from, to))
}

/** Compiles the check of JSON, of which a column often repeats the same. */
function compileJson(): CellCheck {
  let last = ''
  return cell => {
    if (cell === last) return null
    try {
      JSON.parse(cell)
    } catch {
      return 'U-19'
    }
    last = cell
    return null
  }
}
