import { type Kysely, sql } from 'kysely'

/**
 * The values of the fields of observations and labels that reports of an assessment show, as a JSON object by field, and
 * the fields, also those of amounts, that an environment was last read with: it is read whole when others are chosen.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table report_transaction add column observed_values text`.execute(db)
  await sql`alter table report_refresh add column fields text[] not null default '{}'`.execute(db)
}
