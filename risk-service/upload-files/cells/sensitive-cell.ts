import { passesLuhn } from '../../contract/common/luhn.ts'

/**
 * Whether a cell looks like a full card number (13 to 19 digits from 3 to 6 on, right check digit) or like a social
 * security number (3-2-4 digits), with blanks around it or without. A card number may be in groups, of four digits or
 * as 4-6-5 and 4-6-4.
 */
export function isSensitive(cell: string): boolean {
  // Most cells are short or begin with a letter; blanks have codes up to that of a space, or beyond ASCII.
  const code = cell.charCodeAt(0)
  if (cell.length < 11 || (code > 57 && code < 128)) return false
  const text = cell.trim()
  const length = text.length
  if (length < 11 || length > 23) return false
  const first = text.charCodeAt(0)
  if (first < 48 || first > 57) return false
  if (length === 11) return /^\d{3}-\d{2}-\d{4}$/.test(text)
  if (length < 13 || first < 51 || first > 54 || !/^\d+$|^\d{4}([ -])\d{4,6}(\1\d{1,6}){1,3}$/.test(text)) return false
  const digits = text.replace(/[ -]/g, '')
  return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits)
}
