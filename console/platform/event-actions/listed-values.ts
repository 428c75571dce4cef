import { type EventRow, isMaskedText, type SupportListId } from '@assay/risk-service/contract'

/** The columns of an event with values of support lists. */
const columns = {
  email: 'email',
  user: 'userId',
  device: 'deviceId',
  ip: 'ip',
} as const satisfies Partial<Record<SupportListId, keyof EventRow>>

/** Values for lists, by the kind of list. */
export type ListedValues = Partial<Record<SupportListId, readonly string[]>>

/** Values for a list, each once and without regard to letter case; masked ones are no entries of a list. */
export function distinctValues(values: readonly (string | null)[]): string[] {
  const found = new Map<string, string>()
  for (const each of values) {
    const value = each?.trim() ?? ''
    if (value !== '' && !isMaskedText(value) && !found.has(value.toLowerCase())) found.set(value.toLowerCase(), value)
  }
  return [...found.values()]
}

/** The values of events that a row of the search has. */
export function listedValues(rows: readonly EventRow[]): ListedValues {
  return Object.fromEntries(
    Object.entries(columns).map(([list, column]) => [list, distinctValues(rows.map(row => row[column]))]),
  )
}
