import { type Kysely, sql } from 'kysely'

/** Whether more transactions are being added to the reports of an environment than they had: an import of many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table report_refresh add column is_growing boolean not null default false`.execute(db)
}
