import { sql } from 'kysely'
import { statusNameOf } from '../../../engine/data-events/status-names.ts'
import type { Db } from '../../../ports/database.ts'
import { plainText } from './data-values.ts'
import type { LaterLabel } from './later-events.ts'
import type { ReportedType } from './reported-type.ts'

/** The last value of each field that later events have of a transaction, by the key of the field. */
export type ObservedValues = Readonly<Record<string, string>>

/** Reads the values of the fields of observations, by the merchant’s id of the transaction. */
export async function readObservedValues(
  db: Db,
  environmentId: string,
  { eventType, observed }: ReportedType,
  externalIds: readonly string[],
): Promise<Map<string, ObservedValues>> {
  const types = [...new Set(observed.flatMap(field => field.type ?? []))]
  if (types.length === 0) return new Map()
  const { rows } = await sql<{ subject_id: string; event_type: string; body: unknown }>`
    select subject_id, event_type, body from data_event
    where environment_id = ${environmentId}::uuid and subject_type = ${eventType}
      and subject_id = any(${[...externalIds]}::text[]) and event_type = any(${types}::text[])
    order by happened_at, received_at, data_id`.execute(db)
  const values = new Map<string, Record<string, string>>()
  for (const { subject_id, event_type, body } of rows)
    for (const { key, type, path } of observed) {
      const value = type === event_type ? valueAt(body, path) : null
      if (value !== null) values.set(subject_id, { ...values.get(subject_id), [key]: value })
    }
  return values
}

/**
 * Returns the values of all fields as they are stored: a JSON object in the order of the keys; null: there are none.
 * @param labels in effect, of which the latest with a value counts
 */
export function encodeObserved(
  { observed }: Pick<ReportedType, 'observed'>,
  ofEvents: ObservedValues | undefined,
  labels: readonly LaterLabel[],
): string | null {
  const values: Record<string, string> = { ...ofEvents }
  // Labels of the transaction and of what it has come one after the other.
  const inOrder = labels.toSorted((left, right) => (left.time < right.time ? -1 : left.time > right.time ? 1 : 0))
  for (const { key, type, path } of observed)
    if (type === null)
      for (const { body } of inOrder) {
        const value = valueAt(body, path)
        if (value !== null) values[key] = value
      }
  const keys = Object.keys(values).sort()
  return keys.length === 0 ? null : JSON.stringify(Object.fromEntries(keys.map(key => [key, values[key]])))
}

/** Returns the text, number or switch at a path of a body as reports write it; null: there is none. */
function valueAt(body: unknown, path: readonly string[]): string | null {
  let value = body
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
    value = (value as Record<string, unknown>)[name]
  }
  return plainText(typeof value === 'string' ? statusNameOf(value) : value)
}
