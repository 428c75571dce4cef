import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

/** Somebody who had personal data of an event shown. */
interface EventReveal {
  id: string
  at: Date
  actorName: string
  reason: string
}

/**
 * Loads who had personal data of an event shown, the first one first.
 * @param environmentIds where it can be revealed: its environment and those above it
 */
export async function loadReveals(
  db: Db,
  event: { environmentId: string; eventType: string; externalId: string },
  environmentIds: readonly string[],
  { since, limit }: { since: Date; limit: number },
): Promise<EventReveal[]> {
  const subject = JSON.stringify([
    { environmentId: event.environmentId, eventType: event.eventType, externalId: event.externalId },
  ])
  const { rows } = await sql<{ id: string; at: Date; actor_name: string; reason: string | null }>`
    select id, at, actor_name, after ->> 'reason' as reason from audit_log
    where environment_id = any(${[...environmentIds]}::uuid[]) and resource_type = 'PersonalData'
      and resource_id = any(${[...environmentIds]}::text[]) and at >= ${since}::timestamptz
      and after -> 'subjects' @> ${subject}::jsonb
    order by at, id limit ${limit}`.execute(db)
  return rows.map(({ id, at, actor_name: actorName, reason }) => ({ id, at, actorName, reason: reason ?? '' }))
}
