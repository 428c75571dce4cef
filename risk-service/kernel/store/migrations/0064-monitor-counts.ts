import { type Kysely, sql } from 'kysely'

/**
 * Counts of closed hours for the monitors, by quarter of an hour and by hour. They are written behind the decisions, and
 * used for an hour only while they have as many events as its roll-up, which is written with the events.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table monitor_count (
    environment_id uuid not null,
    event_type text not null,
    step_minutes smallint not null,
    start timestamptz not null,
    dimension text not null,
    value text not null,
    events int not null,
    primary key (environment_id, event_type, step_minutes, start, dimension, value)
  )`,
  `create index monitor_count_start on monitor_count (start)`,
]
