import type { UploadColumn } from '../../../upload-files/entities/entities.ts'
import { enumerations } from '../dynamics/retail-properties.ts'

/**
 * Returns a value as the cell of an uploaded file. Names of enumerations become their numbers, and amounts, which the
 * retail system computes with more digits, have two decimals. What has no form of a cell is returned as JSON: the check
 * of its column refuses it.
 */
export function cellOf(value: unknown, { name, type }: UploadColumn): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return type === 'int' ? String(Number(value)) : value ? 'True' : 'False'
  if (typeof value === 'number') return String(type === 'double' ? Math.round(value * 100) / 100 : value)
  if (typeof value !== 'string') return JSON.stringify(value)
  const text = value.trim()
  const number = enumerations[name]?.[text.toLowerCase()]
  return number === undefined ? text : String(number)
}
