import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

/** A note that mentions a user. */
export interface StoredMentioning {
  id: string
  environment_id: string
  event_type: string
  event_id: string
  author_name: string | null
  text: string
  created_at: Date
  unread: boolean
}

/**
 * Returns the notes of others that mention a user, those that the user has not read first, then the newest. An edited
 * note is unread again: the mention may be what was added.
 * @param limit notes at most
 */
export async function loadNotesMentioning(
  db: Db,
  userId: string,
  environmentIds: readonly string[],
  limit: number,
): Promise<StoredMentioning[]> {
  const { rows } = await sql<StoredMentioning>`
    select n.id, n.environment_id, n.event_type, n.event_id, n.author_name, n.text, n.created_at,
      (r.read_at is null or r.read_at < coalesce(n.edited_at, n.created_at)) as unread
    from note n
    left join note_read r on r.environment_id = n.environment_id and r.event_type = n.event_type
      and r.event_id = n.event_id and r.user_id = ${userId}::uuid
    where n.mentions <> '[]'::jsonb and n.mentions @> ${JSON.stringify([{ userId }])}::jsonb
      and n.environment_id = any(${[...environmentIds]}::uuid[]) and n.deleted_at is null
      and n.author_id is distinct from ${userId}::uuid
    order by unread desc, n.created_at desc, n.id limit ${limit}`.execute(db)
  return rows
}
