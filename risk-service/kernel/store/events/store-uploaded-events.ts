import type { Db } from '../../../ports/database.ts'
import type { DecidedEvent } from '../../../ports/index.ts'
import { binaryArray } from '../connection/binary-arrays.ts'
import { valuesOf } from './event-records.ts'
import { writeUploadedEvents } from './event-writer-sql.ts'
import { readStoredKeys, removeUploadedEvents } from './remove-uploaded-events.ts'
import { queryOn } from './upload-query.ts'

/**
 * What became of records: stored, of which some replaced one of the same key; of these, some one of the same run, whose
 * file has the key twice. The others gave way to a stored one.
 */
export interface StoredRecords {
  stored: number
  replaced: number
  repeated: number
}

/** What became of records, with the keys of those that are stored. */
export interface StoredKeys extends StoredRecords {
  keys: readonly string[]
}

/** Events of one type, each id once. */
export interface UploadedEvents {
  correlationId: string
  events: readonly DecidedEvent[]
  /** All events, encoded in advance: nearly always none of them is stored. */
  values?: unknown[]
}

/** Encodes uploaded events before the transaction that stores them. */
export const encodeUploadedEvents = (correlationId: string, events: readonly DecidedEvent[]): UploadedEvents => ({
  correlationId,
  events,
  values: valuesOf(events, binaryArray, false),
})

/**
 * Stores uploaded events of one type, each id once, in the transaction. An event that was uploaded before is replaced and
 * keeps its id, so that notes and links on it stay. One that the risk API decided stays as it is: its decision belongs to
 * what was sent then.
 */
export async function storeUploadedEvents(
  trx: Db,
  environmentId: string,
  eventType: string,
  { correlationId, events, values }: UploadedEvents,
): Promise<StoredKeys> {
  const query = queryOn(trx)
  const keys = await readStoredKeys(
    query,
    environmentId,
    eventType,
    events.map(event => event.externalId),
  )
  const byId = new Map(keys.map(key => [key.external_id, key]))
  const uploaded = keys.filter(key => key.is_uploaded)
  const removed = uploaded.length === 0 ? [] : await removeUploadedEvents(query, environmentId, eventType, uploaded)
  const written = events.flatMap(event => {
    const key = byId.get(event.externalId)
    if (key === undefined) return [event]
    return key.is_uploaded ? [{ ...event, eventId: key.event_id }] : []
  })
  if (written.length === 0) return { stored: 0, replaced: 0, repeated: 0, keys: [] }
  // Without those that the risk API stored since the keys were read.
  const { rows } = await query<{ event_id: string }>({
    name: 'write-uploads',
    text: writeUploadedEvents,
    values: (keys.length === 0 ? values : undefined) ?? valuesOf(written, binaryArray, false),
  })
  const ids = new Set(rows.map(row => row.event_id))
  return {
    keys: written.filter(event => ids.has(event.eventId)).map(event => event.externalId),
    stored: rows.length,
    replaced: uploaded.length,
    repeated: removed.filter(each => each === correlationId).length,
  }
}
