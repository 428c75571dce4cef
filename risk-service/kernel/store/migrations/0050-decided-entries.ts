import { type Kysely, sql } from 'kysely'

/** Decisions of several cases can change one entry of a support list; each can be taken back without the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Null: the entry is as a person or a file left it.
  await sql.raw(`alter table support_entry add column case_layers jsonb`).execute(db)
}
