import { type Kysely, sql } from 'kysely'

/** How often the figures of an environment's reports have changed: what was computed from them before is outdated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table report_version (environment_id uuid primary key, version bigint not null)`.execute(db)
}
