import type { DateInput } from '../../lib/format/index.ts'

/** Returns the original text of an invalid date, which is shown instead of a guess. */
export function invalidDate(value: DateInput | null | undefined): string | undefined {
  if (value === null || value === undefined || value === '') return ''
  if (!Number.isNaN(new Date(value).getTime())) return undefined
  return value instanceof Date || typeof value === 'number' ? '' : value
}
