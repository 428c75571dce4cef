import { type Kysely, sql } from 'kysely'

/**
 * The values of the fields by which reports of an assessment are filtered, by path. An environment is read whole when
 * its assessments have such fields, which fills the column.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table report_transaction add column data_values jsonb`.execute(db)
}
