import { type EventRow, isMaskedText, type SupportListId } from '@assay/risk-service/contract'

/** The lists that a row of the search has a value of, and the column of the value. */
export const rowLists = [
  ['email', 'email'],
  ['user', 'userId'],
  ['device', 'deviceId'],
  ['ip', 'ip'],
] as const satisfies readonly (readonly [SupportListId, keyof EventRow])[]
export type RowList = (typeof rowLists)[number][0]

/** Values of events for a list, each once; masked ones are no entries of a list. */
export function listedValues(rows: readonly EventRow[], list: RowList): string[] {
  const column = rowLists.find(([id]) => id === list)?.[1]
  const values = new Map<string, string>()
  for (const row of rows) {
    const value = column === undefined ? '' : (row[column]?.trim() ?? '')
    if (value !== '' && !isMaskedText(value) && !values.has(value.toLowerCase())) values.set(value.toLowerCase(), value)
  }
  return [...values.values()]
}
