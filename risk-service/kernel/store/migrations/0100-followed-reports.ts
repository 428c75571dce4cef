import { type Kysely, sql } from 'kysely'

/**
 * Reports follow what is new: `refreshed_at` is the last time at which they did, `whole_at` the last time at which an
 * environment was read as a whole, and `event_types` what was read then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table report_refresh add column whole_at timestamptz, add column event_types text[] not null default '{}'`.execute(
    db,
  )
  await sql`update report_refresh set whole_at = refreshed_at`.execute(db)
  await sql`alter table report_refresh alter column whole_at set not null`.execute(db)
}
