import type { DateInput } from '../../lib/format/index.ts'

/** What was given, when it is no date: shown as it came instead of a guess. */
export function invalidDate(value: DateInput | null | undefined): string | undefined {
  if (value === null || value === undefined || value === '') return ''
  if (!Number.isNaN(new Date(value).getTime())) return undefined
  return value instanceof Date || typeof value === 'number' ? '' : value
}
