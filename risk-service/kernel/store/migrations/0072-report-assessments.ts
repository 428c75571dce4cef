import { type Kysely, sql } from 'kysely'

/** Reports of accounts and of tenant assessments: what the user agent says of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table report_transaction
    add column os_family text, add column operating_system text, add column browser_family text`.execute(db)
  // The next check reads every environment again: until now only purchases were stored.
  await sql`update report_refresh set refreshed_at = refreshed_at - interval '1 day'`.execute(db)
}
