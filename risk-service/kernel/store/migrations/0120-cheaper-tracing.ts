import { type Kysely, sql } from 'kysely'

/**
 * What a batch of events writes to the outbox is one row for each environment, with a reference to each event. Traced
 * events are checked against their environment when they are numbered, and found by time without a tree.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table event_outbox alter column ref drop not null, add column ats timestamptz[], add column refs text[],
    add constraint event_outbox_refs_check check (num_nonnulls(ref, refs) = 1 and num_nonnulls(ats, refs) <> 1)`,
  // It is empty most of the time: without this, its dead rows would be read again and again.
  `alter table event_outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0)`,
  `alter table traced_event drop constraint traced_event_environment_id_fkey`,
  `drop index traced_event_created`,
  `create index traced_event_created on traced_event using brin (created_at) with (pages_per_range = 16, autosummarize = on)`,
]
