/** Numbers of cells: a point before the decimals and no grouping, and the other formats in which systems write them. */

/** A format that a column of numbers may be read in: `1.234,56` or `1,234.56`. */
export type NumberFormat = 'decimal-comma' | 'grouped'

export const numberFormats: readonly NumberFormat[] = ['decimal-comma', 'grouped']

/** What the text of a cell is as a number. */
export type NumberKind = 'whole' | 'decimal' | 'too many decimals' | 'no number'

const [minus, plus, point] = [45, 43, 46]

export function numberKind(cell: string): NumberKind {
  const length = cell.length
  const sign = cell.charCodeAt(0)
  let at = sign === minus || sign === plus ? 1 : 0
  const from = at
  let code = 0
  while (at < length && (code = cell.charCodeAt(at)) >= 48 && code <= 57) at++
  if (at === length) return at > from ? 'whole' : 'no number'
  if (code !== point) return 'no number'
  const decimals = ++at
  while (at < length && (code = cell.charCodeAt(at)) >= 48 && code <= 57) at++
  if (at < length || at === decimals) return 'no number'
  return at - decimals > 2 ? 'too many decimals' : 'decimal'
}

const decimalComma = /^[+-]?(\d{1,3}([. '\u00a0\u202f]\d{3})(\2\d{3})*|\d+)(,\d{1,2})?$/
const grouped = /^[+-]?(\d{1,3}([, '\u00a0\u202f]\d{3})(\2\d{3})*|\d+)(\.\d{1,2})?$/
const patterns: Record<NumberFormat, RegExp> = { 'decimal-comma': decimalComma, grouped }

/** Whether a cell is a number in one of those formats. */
export const isNumberIn = (cell: string, format: NumberFormat, isWhole: boolean): boolean =>
  patterns[format].test(cell) && (!isWhole || !(format === 'grouped' ? /\.\d{1,2}$/ : /,\d{1,2}$/).test(cell))
