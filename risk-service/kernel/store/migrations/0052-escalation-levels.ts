import { type Kysely, sql } from 'kysely'

/** What a supervisor escalates is for managers alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table review_case add column managers_only boolean not null default false`).execute(db)
}
