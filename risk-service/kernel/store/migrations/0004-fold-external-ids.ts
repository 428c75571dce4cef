import { type Kysely, sql } from 'kysely'

/** Merchants' ids are searched without regard to case and outer blanks: the index folds them as the search does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index event_key_folded on event_key (environment_id, (lower(btrim(external_id) collate "C")))`.execute(
    db,
  )
}
