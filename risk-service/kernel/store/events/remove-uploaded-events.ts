import { postalCodesOf, postalCodeType } from '../../../engine/enrich/postal-codes.ts'
import { binaryArray } from '../connection/binary/binary-arrays.ts'
import type { RunQuery } from './upload-query.ts'

export interface StoredKey {
  external_id: string
  /** With all of its digits. */
  at: string
  event_id: string
  /** Nothing has decided it: it has no answer. */
  is_uploaded: boolean
}

/** Returns the events of a type that are stored under these ids, and locks their keys until the transaction ends. */
export async function readStoredKeys(
  query: RunQuery,
  environmentId: string,
  eventType: string,
  externalIds: readonly string[],
): Promise<StoredKey[]> {
  const { rows } = await query<StoredKey>({
    name: 'read-upload-keys',
    text: `select external_id, at::text as at, event_id, answer = '' as is_uploaded from event_key
      where environment_id = $1::uuid and event_type = $2 and external_id = any($3::text[])
      order by external_id for update`,
    values: [environmentId, eventType, binaryArray('text', externalIds)],
  })
  return rows
}

interface RemovedBody {
  at: string
  event_id: string
  request: Record<string, unknown>
  entities: readonly { type: string; value: string }[] | null
  correlation_id: string | null
}

/** Removes the keys of uploaded events that `readStoredKeys` locked, so that others take their ids. */
export async function removeUploadedKeys(
  query: RunQuery,
  environmentId: string,
  eventType: string,
  keys: readonly StoredKey[],
): Promise<void> {
  await query({
    name: 'remove-upload-keys',
    text: `delete from event_key where environment_id = $1::uuid and event_type = $2 and external_id = any($3::text[])`,
    values: [environmentId, eventType, keys.map(key => key.external_id)],
  })
}

/**
 * Removes uploaded events without their keys. Nothing counts them, so that no count changes. Returns the correlation ids
 * of the uploads.
 */
export async function removeUploadedEvents(
  query: RunQuery,
  environmentId: string,
  keys: readonly StoredKey[],
): Promise<(string | null)[]> {
  const { rows: bodies } = await query<RemovedBody>({
    name: 'remove-upload-bodies',
    text: `with x as (select * from unnest($2::timestamptz[], $3::uuid[]) as x(at, event_id)),
     e as (delete from event e using x where e.environment_id = $1::uuid and e.at = x.at and e.event_id = x.event_id)
     delete from event_body b using x where b.environment_id = $1::uuid and b.at = x.at and b.event_id = x.event_id
     returning b.at::text as at, b.event_id, b.request, b.enrichment -> 'entities' as entities,
       b.correlation_id`,
    values: [environmentId, keys.map(key => key.at), keys.map(key => key.event_id)],
  })
  const links = bodies.flatMap(({ request, entities, at, event_id }) => {
    const place = { at, event_id }
    return [
      ...(entities ?? []).map(entity => ({ ...place, ...entity })),
      ...postalCodesOf(request).map(value => ({ ...place, type: postalCodeType, value })),
    ]
  })
  await query({
    name: 'remove-upload-links',
    text: `delete from event_entity n
     using unnest($2::text[], $3::text[], $4::timestamptz[], $5::uuid[]) as x(type, value, at, event_id)
     where n.environment_id = $1::uuid and n.entity_type = x.type and n.entity_value = x.value and n.at = x.at
       and n.event_id = x.event_id`,
    values: [
      environmentId,
      links.map(link => link.type),
      links.map(link => link.value),
      links.map(link => link.at),
      links.map(link => link.event_id),
    ],
  })
  return bodies.map(body => body.correlation_id)
}
