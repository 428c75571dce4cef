import { sql } from 'kysely'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import { rowColumns, type StoredRow } from '../../../kernel/store/events/event-row.ts'
import { isUuid } from '../../../kernel/store/new-id.ts'
import type { Db } from '../../../ports/database.ts'
import type { FoundKey } from './event-keys.ts'

/** An event with its request, and what became of it. */
export type StoredGraphEvent = StoredRow & {
  at_text: string
  request: Record<string, unknown>
  has_case: boolean
  charged_back: boolean
}

/** Loads events by their whole keys, in the order of the store; what was removed meanwhile is missing. */
export async function loadGraphEvents(
  db: Db,
  keys: readonly Omit<FoundKey, 'n'>[],
  signal: AbortSignal,
): Promise<StoredGraphEvent[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<StoredGraphEvent>`
    select ${rowColumns('e')}, e.at::text as at_text, b.request,
      exists (select 1 from review_case c where c.id = e.event_id) as has_case,
      exists (select 1 from data_event d where d.environment_id = e.environment_id and d.subject_type = e.event_type
        and d.subject_id = e.external_id and d.event_type = 'chargeback') as charged_back
    from unnest(${keys.map(key => key.environment_id)}::uuid[], ${keys.map(key => key.at_text)}::timestamptz[],
      ${keys.map(key => key.event_id)}::uuid[]) as k (environment_id, at, event_id)
    join event e on e.environment_id = k.environment_id and e.at = k.at and e.event_id = k.event_id
    join event_body b on b.environment_id = e.environment_id and b.at = e.at and b.event_id = e.event_id`.execute(
    db,
    cancellable(signal),
  )
  return rows
}

/** The key of an event with its address. */
export type EventAddress = Omit<FoundKey, 'n'> & { event_type: string; external_id: string }

/** Finds events by their ids of the service. */
export async function findEventKeysById(
  db: Db,
  environmentIds: readonly string[],
  ids: readonly string[],
  signal: AbortSignal,
): Promise<EventAddress[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<EventAddress>`
    select environment_id, at::text as at_text, event_id, event_type, external_id from event_key
    where event_id = any(${ids}::uuid[]) and environment_id = any(${environmentIds}::uuid[])`.execute(
    db,
    cancellable(signal),
  )
  return rows
}

/** Returns the labels of events by their ids of the service; of those that have one. */
export async function loadLabels(
  db: Db,
  keys: readonly EventAddress[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, 'Fraud' | 'NonFraud'>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ event_id: string; label: 'Fraud' | 'NonFraud' }>`
    select e.event_id, e.label
    from unnest(${keys.map(key => key.environment_id)}::uuid[], ${keys.map(key => key.at_text)}::timestamptz[],
      ${keys.map(key => key.event_id)}::uuid[]) as k (environment_id, at, event_id)
    join event e on e.environment_id = k.environment_id and e.at = k.at and e.event_id = k.event_id
    where e.label is not null`.execute(db, cancellable(signal))
  return new Map(rows.map(({ event_id: id, label }) => [id, label]))
}

/** Finds the newest event of a type with an id of the merchant, else the one with this id of the service. */
export async function findNamedEvent(
  db: Db,
  environmentIds: readonly string[],
  eventType: string,
  id: string,
  signal: AbortSignal,
): Promise<EventAddress | null> {
  // No text of the store contains U+0000, so that no event has such an id.
  if (id.includes('\u0000')) return null
  // Two look-ups, each through its index: one with both conditions would read all events of the type.
  const { rows } = await sql<EventAddress>`
    select environment_id, at::text as at_text, event_id, event_type, external_id from event_key
    where environment_id = any(${environmentIds}::uuid[]) and event_type = ${eventType} and external_id = ${id}
    order by at desc limit 1`.execute(db, cancellable(signal))
  if (rows[0] !== undefined || !isUuid(id)) return rows[0] ?? null
  const found = await findEventKeysById(db, environmentIds, [id], signal)
  return found.find(({ event_type: type }) => type === eventType) ?? null
}
