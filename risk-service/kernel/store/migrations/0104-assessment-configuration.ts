import { type Kysely, sql } from 'kysely'

/**
 * Names and settings of an assessment have a number of changes. Observations of assessments
 * are counted and listed by their type; other data events, whose types have no colon, stay out of the index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table assessment add column configuration_version int not null default 0`.execute(db)
  await sql`create index data_event_observation on data_event (environment_id, event_type, at desc)
    where strpos(event_type, ':') > 0`.execute(db)
}
