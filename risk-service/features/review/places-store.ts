import { sql } from 'kysely'
import type { placeSharings } from '../../contract/events/event-places.ts'
import { normaliseEntityValue } from '../../engine/enrich/enrich-purchase.ts'
import { cancellable } from '../../kernel/store/connection/query-cancellation.ts'
import { newestOfEntity } from '../../kernel/store/events/newest-of-entity.ts'
import type { Db } from '../../ports/database.ts'
import { type EventKey, sameEntityEvents } from './store.ts'

export interface StoredAddress {
  environment_id: string
  event_type: string
  external_id: string
  at: Date
  ip: string
  ip_country: string | null
}

/** Events without an IP address are passed over, but no more than this many of them are read. */
const readEvents = 200

/** Returns the IP addresses of the newest events of a user up to an event, which is the first of them. */
export async function newestAddressesOfUser(
  db: Db,
  { at_text: at, event_id: eventId }: EventKey,
  environmentIds: readonly string[],
  userId: string,
  limit: number,
  signal?: AbortSignal,
): Promise<StoredAddress[]> {
  if (environmentIds.length === 0) return []
  const newest = newestOfEntity(
    environmentIds,
    { type: 'user', value: normaliseEntityValue(userId) },
    { condition: sql`and (at, event_id) <= (${at}::timestamptz, ${eventId}::uuid)`, limit: readEvents },
  )
  const { rows } = await sql<StoredAddress>`with newest as materialized (${newest})
    select e.environment_id, e.event_type, e.external_id, e.at, e.ip, e.ip_country from newest n
    join event e on e.environment_id = n.environment_id and e.at = n.at and e.event_id = n.event_id
    where e.ip is not null order by n.at desc, n.event_id desc limit ${limit}`.execute(db, cancellable(signal))
  return rows
}

/** What other events have in common with a place, as the store indexes it. */
export interface SharedPlace {
  type: (typeof placeSharings)[number]
  value: string
}

/** Counts the other events at each place since a time, up to a limit, in the order of the places. */
export async function countEventsAt(
  db: Db,
  { event_type: eventType, event_id: eventId }: EventKey,
  environmentIds: readonly string[],
  places: readonly SharedPlace[],
  { since, limit }: { since: Date; limit: number },
  signal?: AbortSignal,
): Promise<number[]> {
  if (places.length === 0) return []
  const counts = places.map(
    ({ type, value }, index) => sql`select ${index}::int as position, count(*)::int as count from (
      select 1 from event_entity x where x.environment_id = any(${environmentIds}::uuid[]) and x.entity_type = ${type}
        and x.entity_value = ${value} and x.at >= ${since}::timestamptz and x.event_id <> ${eventId}::uuid
        ${sameEntityEvents(eventType)} limit ${limit}) as counted`,
  )
  const { rows } = await sql<{ count: number }>`select count from (${sql.join(counts, sql` union all `)}) as counts
    order by position`.execute(db, cancellable(signal))
  return rows.map(({ count }) => count)
}
