import { type Kysely, sql } from 'kysely'

/** Calls are found by their correlation id, and who looked at an event is recorded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // By hash: a quarter of the size of an index over the texts. With the time, because a caller may send the same id with
  // every call: the latest are found without sorting all of them.
  `create index event_body_correlation on event_body (hashtext(correlation_id), at)`,
  `create index data_event_correlation on data_event (hashtext(correlation_id), at)`,
  `create index api_error_correlation on api_error (hashtext(correlation_id), at)`,
  // One row for each person and event.
  `create table event_view (
    environment_id uuid not null,
    event_id uuid not null,
    user_id uuid not null,
    user_name text not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    views int not null,
    primary key (environment_id, event_id, user_id)
  )`,
  `create index event_view_last on event_view (last_at)`,
]
