import { type Kysely, sql } from 'kysely'

/**
 * A message that is sent again has the same content under its id: the number of its events and a digest of its body are
 * stored beside the id. What receivers answer may quote events with their personal data, and is not stored any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event_subscription add column delivery_count int, add column delivery_digest text, drop column answer`.execute(
    db,
  )
  await sql`alter table event_dead_letter drop column answer`.execute(db)
}
