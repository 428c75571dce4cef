import { type Kysely, sql } from 'kysely'

/** Due messages of one receiver, and the newest differences of a mirror. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `drop index booster_message_due`,
  `create index booster_message_due on booster_message (participant, next_at) where next_at is not null`,
  `create index mirror_event_newest on mirror_event (environment_id, seq) where result = 'different'`,
]
