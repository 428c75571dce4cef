import { type Kysely, sql } from 'kysely'

/** Fill rates of a field over all API clients, from hour to hour: alerts read eight weeks of a single field. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index field_fill_field on field_fill (environment_id, event_type, field, hour) include (events)`.execute(
    db,
  )
}
