import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'

/** Somebody who looked at an event. */
interface EventView {
  userName: string
  firstAt: Date
  lastAt: Date
  views: number
}

/** Records that somebody looks at an event. What is reported within a minute belongs to the same visit. */
export async function recordView(
  db: Db,
  event: { environmentId: string; eventId: string },
  person: { id: string; name: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into event_view as v (environment_id, event_id, user_id, user_name, first_at, last_at, views)
    values (${event.environmentId}::uuid, ${event.eventId}::uuid, ${person.id}::uuid, ${person.name}, ${now}::timestamptz, ${now}::timestamptz, 1)
    on conflict (environment_id, event_id, user_id) do update set user_name = excluded.user_name,
      last_at = greatest(v.last_at, excluded.last_at),
      views = v.views + (excluded.last_at > v.last_at + interval '1 minute')::int`.execute(db)
}

/** Loads who looked at an event, the first one first. */
export async function loadViews(
  db: Db,
  { environmentId, eventId }: { environmentId: string; eventId: string },
  limit: number,
): Promise<EventView[]> {
  const rows = await db
    .selectFrom('event_view')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('event_id', '=', eventId)
    .orderBy('first_at')
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map(row => ({
    userName: row.user_name,
    firstAt: row.first_at,
    lastAt: row.last_at,
    views: row.views,
  }))
}
