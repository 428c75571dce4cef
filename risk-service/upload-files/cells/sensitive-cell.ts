import { passesLuhn } from '../../contract/common/luhn.ts'

/**
 * Whether a cell looks like a full card number (13 to 19 digits from 3 to 6 on, right check digit) or like a social
 * security number (3-2-4 digits). A card number may be in groups.
 */
export function isSensitive(cell: string): boolean {
  const length = cell.length
  if (length < 11 || length > 23) return false
  const first = cell.charCodeAt(0)
  if (first < 48 || first > 57) return false
  if (length === 11) return /^\d{3}-\d{2}-\d{4}$/.test(cell)
  if (length < 13 || first < 51 || first > 54 || !/^\d+$|^\d{4}([ -])\d{4}(\1\d{1,6}){1,3}$/.test(cell)) return false
  const digits = cell.replace(/[ -]/g, '')
  return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits)
}
