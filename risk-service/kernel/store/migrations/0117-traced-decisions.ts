import { type Kysely, sql } from 'kysely'

/** Files of event tracing begin with the stored decisions of cases, the oldest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index case_follow_up_traced on case_follow_up (environment_id, created_at) where kind = 'trace'`.execute(
    db,
  )
}
