import { type Kysely, sql } from 'kysely'

/**
 * Events of accounts and of tenant assessments are found in order of time without reading the purchases between them.
 * Purchases, which are most events, have no entry in this index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create index event_other_type on event (environment_id, event_type, at desc, event_id desc) where event_type <> 'purchase'`,
    )
    .execute(db)
}
