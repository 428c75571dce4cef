import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import type { FieldDropTable } from '../../../ports/tables/review/field-figures.ts'
import type { FieldFill } from './find-drops.ts'

export type StoredDrop = Selectable<FieldDropTable>

/** Stands for all events of an hour. */
export const allEvents = ''

/** Events by API client and field. */
export type FillCounts = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Replaces the counts of an hour. */
export async function writeHour(
  db: Db,
  { environmentId, eventType, hour }: { environmentId: string; eventType: string; hour: Date },
  counts: FillCounts,
): Promise<void> {
  const rows = [...counts].flatMap(([clientId, fields]) =>
    [...fields].map(([field, events]) => ({ clientId, field, events })),
  )
  await db.transaction().execute(async trx => {
    await trx
      .deleteFrom('field_fill')
      .where('environment_id', '=', environmentId)
      .where('event_type', '=', eventType)
      .where('hour', '=', hour)
      .execute()
    await sql`insert into field_fill (environment_id, event_type, client_id, hour, field, events)
      select ${environmentId}::uuid, ${eventType}, x.client_id, ${hour}::timestamptz, x.field, x.events
      from unnest(${rows.map(row => row.clientId)}::text[], ${rows.map(row => row.field)}::text[], ${rows.map(row => row.events)}::int[])
        as x (client_id, field, events)`.execute(trx)
  })
}

/**
 * Hours of events that were not counted, the latest first; the present hour is counted anew, and the one before once
 * more after its end.
 */
export async function findOpenHours(
  db: Db,
  from: Date,
  now: Date,
  limit: number,
): Promise<{ environmentId: string; eventType: string; hour: Date }[]> {
  const { rows } = await sql<{ environment_id: string; event_type: string; hour: Date }>`
    select distinct h.environment_id, h.event_type, h.hour
    from event_hour h join environment e on e.id = h.environment_id and e.status = 'Active'
    where h.hour >= ${from}::timestamptz and h.hour <= ${now}::timestamptz
      and (h.hour > ${now}::timestamptz - interval '75 minutes' or not exists (
        select 1 from field_fill f where f.environment_id = h.environment_id and f.event_type = h.event_type and f.hour = h.hour))
    order by h.hour desc limit ${limit}`.execute(db)
  return rows.map(row => ({ environmentId: row.environment_id, eventType: row.event_type, hour: row.hour }))
}

/** Returns the environments and assessments with enough events in the last two hours for a comparison. */
export async function findStreams(
  db: Db,
  now: Date,
  minEvents: number,
): Promise<{ environmentId: string; eventType: string }[]> {
  const { rows } = await sql<{ environment_id: string; event_type: string }>`
    select h.environment_id, h.event_type
    from event_hour h join environment e on e.id = h.environment_id and e.status = 'Active'
    where h.hour > ${now}::timestamptz - interval '2 hours' and h.hour <= ${now}::timestamptz
    group by h.environment_id, h.event_type having sum(h.events) >= ${minEvents}`.execute(db)
  return rows.map(row => ({ environmentId: row.environment_id, eventType: row.event_type }))
}

/** Returns the usual counts of fields by API client: the sum over these hours. */
export async function loadUsual(
  db: Db,
  environmentId: string,
  eventType: string,
  hours: readonly Date[],
): Promise<FillCounts> {
  const { rows } = await sql<{ client_id: string; field: string; events: number }>`
    select client_id, field, sum(events)::int as events from field_fill
    where environment_id = ${environmentId}::uuid and event_type = ${eventType} and hour = any(${[...hours]}::timestamptz[])
    group by client_id, field`.execute(db)
  const counts = new Map<string, Map<string, number>>()
  for (const { client_id, field, events } of rows) {
    const fields = counts.get(client_id) ?? new Map<string, number>()
    counts.set(client_id, fields.set(field, events))
  }
  return counts
}

/** Returns the drops of an environment and assessment that have not ended. */
export function loadOpenDrops(db: Db, environmentId: string, eventType: string): Promise<StoredDrop[]> {
  return db
    .selectFrom('field_drop')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('event_type', '=', eventType)
    .where('ended_at', 'is', null)
    .execute()
}

/** Stores a new drop; false when it is stored already. */
export async function insertDrop(
  db: Db,
  key: Pick<StoredDrop, 'id' | 'environment_id' | 'event_type' | 'client_id' | 'since' | 'found_at'>,
  { field, recent, usual, q }: FieldFill & { q: number },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into field_drop (id, environment_id, event_type, client_id, field, since, found_at, usual_filled, usual_events, recent_filled, recent_events, q)
    values (${key.id}, ${key.environment_id}, ${key.event_type}, ${key.client_id}, ${field}, ${key.since}, ${key.found_at},
      ${usual.filled}, ${usual.events}, ${recent.filled}, ${recent.events}, ${q})
    on conflict (environment_id, event_type, client_id, field) where ended_at is null do nothing returning id`.execute(
    db,
  )
  return rows.length > 0
}

/** Ends a drop, or stores its present counts. */
export async function updateDrop(db: Db, id: string, recent: FieldFill['recent'], endedAt: Date | null): Promise<void> {
  await db
    .updateTable('field_drop')
    .set({ recent_filled: recent.filled, recent_events: recent.events, ended_at: endedAt })
    .where('id', '=', id)
    .execute()
}

/**
 * Ends drops that can no longer be seen to end: those found before the first time, whose absence is usual by now, and
 * those of API clients without a counted event since the second time.
 */
export async function endStaleDrops(db: Db, foundBefore: Date, silentSince: Date, now: Date): Promise<void> {
  await sql`update field_drop d set ended_at = ${now}::timestamptz where d.ended_at is null
    and (d.found_at < ${foundBefore}::timestamptz or not exists (select 1 from field_fill f
      where f.environment_id = d.environment_id and f.event_type = d.event_type and f.client_id = d.client_id
        and f.hour >= ${silentSince}::timestamptz and f.field = ${allEvents} and f.events > 0))`.execute(db)
}
