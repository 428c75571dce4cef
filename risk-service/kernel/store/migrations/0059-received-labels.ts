import { type Kysely, sql } from 'kysely'

/** Labels are read in the order in which they were received: by the figures of fields, and by the search for rings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index event_label_received on event_label (environment_id, received_at)`.execute(db)
}
