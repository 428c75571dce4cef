import { type Kysely, sql } from 'kysely'

/**
 * Stored counts of earlier releases lack the values that monitors compare now, and look complete. They are counted again
 * from the events.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('delete from monitor_count').execute(db)
}
