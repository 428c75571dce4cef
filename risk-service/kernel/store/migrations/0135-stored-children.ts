import { type Kysely, sql } from 'kysely'

/** Whether a run has stored the parent of a row of a child: only then the row is in what is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table upload_child add column is_stored boolean not null default false`.execute(db)
}
