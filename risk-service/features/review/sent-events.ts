import { sql } from 'kysely'
import type { EventRow } from '../../contract/index.ts'
import { rowColumns, type StoredRow, toEventRow } from '../../kernel/store/events/event-row.ts'
import type { Db } from '../../ports/database.ts'
import type { EventScope } from './event-detail.ts'
import { findEventKey, loadEvent, loadEvents } from './store.ts'

/** An event as it was sent, with the facts of its row. */
export interface SentEvent {
  row: EventRow
  request: Record<string, unknown>
}

/** Loads an event without what was reported of it; null for an unknown event. */
export async function loadSentEvent(db: Db, address: EventScope): Promise<SentEvent | null> {
  const key = await findEventKey(db, address.environmentId, address.eventType, address.id)
  const event = key && (await loadEvent(db, key))
  return event && { row: toEventRow(event), request: event.request }
}

/** Identifies a stored event. The time is a text: a JavaScript date would lose microseconds. */
export interface SentKey {
  environment_id: string
  at_text: string
  event_id: string
}

/** Loads many events in the same form; those that were removed are left out. */
export const loadSentEvents = async (db: Db, keys: readonly SentKey[]): Promise<SentEvent[]> =>
  (await loadEvents(db, keys)).map(event => ({ row: toEventRow(event), request: event.request }))

/** Loads the rows of the newest events of an assessment in one environment, the newest first. */
export async function loadNewestEvents(
  db: Db,
  { environmentId, eventType, limit }: { environmentId: string; eventType: string; limit: number },
): Promise<EventRow[]> {
  const { rows } = await sql<StoredRow>`
    select ${rowColumns('e')} from event e
    where e.environment_id = ${environmentId}::uuid and e.event_type = ${eventType}
    order by e.at desc, e.event_id desc limit ${limit}`.execute(db)
  return rows.map(toEventRow)
}
