import { type Kysely, sql } from 'kysely'

/**
 * The support view finds purchases by the last digits of a card, and the changes of the support lists of an
 * environment without reading those of the whole tenant.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create index event_last_four on event (environment_id, last_four, at desc) where last_four is not null`,
    `create index audit_log_resource on audit_log (environment_id, resource_type, resource_id, at desc)`,
  ])
    await sql.raw(statement).execute(db)
}
