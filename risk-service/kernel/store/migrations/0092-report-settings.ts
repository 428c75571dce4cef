import { type Kysely, sql } from 'kysely'

/** How often, and when, the report configuration of an assessment was changed: changes are limited. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`alter table assessment
    add column report_version int not null default 0, add column report_changes timestamptz[] not null default '{}'`)
    .execute(db)
}
