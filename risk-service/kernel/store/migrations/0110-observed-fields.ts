import { type Kysely, sql } from 'kysely'

/**
 * The values of the fields of observations and labels that reports of an assessment show, as a JSON object by field, and
 * the fields that an environment was last read with: it is read whole when another one is chosen.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table report_transaction add column observed_values text`.execute(db)
  await sql`alter table report_refresh add column observed_fields text[] not null default '{}'`.execute(db)
}
