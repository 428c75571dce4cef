import { type Kysely, sql } from 'kysely'

/** Sinks of event tracing beside webhooks: their settings, what opens them, the copy of stored events, and files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table event_subscription
    drop constraint event_subscription_sink_check,
    drop constraint event_subscription_check,
    add check ((sink = 'webhook') = (url is not null)),
    add check (sink = 'pull' or secret is not null),
    -- Of sinks beside webhooks: their settings, and what opens them, encrypted.
    add column target jsonb,
    add column credential text,
    -- Of files: how far the events that were stored before are copied; null: all are, or none are to be.
    add column history jsonb,
    -- Number of files that were written.
    add column files int not null default 0`,
  // What stands in the manifests of a subscription.
  `create table event_file (
    environment_id uuid not null references environment (id) on delete cascade,
    subscription_id uuid not null references event_subscription (id) on delete cascade,
    path text not null,
    -- UTC, as yyyy-MM-dd.
    day text not null,
    events int not null,
    bytes bigint not null,
    sha256 text not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    -- The manifest of the day has it.
    listed boolean not null default false,
    created_at timestamptz not null,
    primary key (subscription_id, path)
  )`,
  `create index event_file_day on event_file (subscription_id, day)`,
  `create index event_file_unlisted on event_file (subscription_id) where not listed`,
]
