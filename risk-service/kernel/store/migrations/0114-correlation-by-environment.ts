import { type Kysely, sql } from 'kysely'

/**
 * Calls are found by their correlation id in one environment at a time: callers choose these ids, and rows of other
 * tenants with the same one are not walked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['event_body', 'data_event', 'api_error']) {
    const index = sql.id(`${table}_correlation`)
    await sql`drop index ${index}`.execute(db)
    await sql`create index ${index} on ${sql.table(table)} (environment_id, hashtext(correlation_id), at)`.execute(db)
  }
}
