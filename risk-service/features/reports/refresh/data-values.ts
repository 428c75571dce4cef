import { longestDataValue } from '../../../contract/assessments/data-filters.ts'
import { sanitiseText } from '../../../engine/ingest/sensitive-data.ts'
import type { ReportedType } from './reported-type.ts'

/** The values of the fields by which reports are filtered, by path; an empty text: the event has none. */
export type DataValues = Readonly<Record<string, string>>

/** Returns the values as they are stored; null for a type without such fields. */
export function dataValuesOf(
  { dataPaths }: Pick<ReportedType, 'dataPaths'>,
  values: readonly unknown[] | null,
): DataValues | null {
  if (dataPaths.length === 0) return null
  return Object.fromEntries(dataPaths.map((path, index) => [path.join('.'), plainText(values?.[index]) ?? '']))
}

/** Returns a text, number or switch as reports write it; null for anything else, and for an empty text. */
export function plainText(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return null
  // One half of a surrogate pair would fail every report that reads the values.
  const text = sanitiseText(value.slice(0, longestDataValue))
  return text === '' ? null : text
}
