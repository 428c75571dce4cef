import { type Kysely, sql } from 'kysely'

/** Event tracing: subscriptions, the outbox that is written with what happened, and what is delivered of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table event_subscription (
    id uuid primary key,
    environment_id uuid not null references environment (id) on delete cascade,
    name text not null,
    sink text not null check (sink in ('webhook', 'pull')),
    url text,
    -- The key that signs, encrypted; the one before signs as well for a time.
    secret text,
    previous_secret text,
    previous_until timestamptz,
    kinds text[] not null,
    batch int not null,
    active boolean not null,
    -- Everything up to this number is delivered, or is a dead letter.
    reached bigint not null,
    -- Of the event that waits: failed attempts, the next one, since when, and the id that its attempts share.
    attempts int not null default 0,
    next_at timestamptz,
    failing_since timestamptz,
    delivery_id uuid,
    failure text,
    status int,
    answer text,
    notified_at timestamptz,
    stopped_at timestamptz,
    delivered_at timestamptz,
    delay_ms int,
    lease_owner uuid,
    lease_until timestamptz,
    version int not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    updated_by text not null,
    check ((sink = 'webhook') = (url is not null and secret is not null))
  )`,
  `create unique index event_subscription_name on event_subscription (environment_id, lower(name))`,
  // Environments whose events are traced: those with an active subscription, and those below them.
  `create table traced_environment (
    environment_id uuid primary key references environment (id) on delete cascade
  )`,
  // Refers to what is stored elsewhere; that of a label is its key, which may contain an address. One process at a time empties it.
  `create table event_outbox (
    id bigint generated always as identity primary key,
    environment_id uuid not null,
    kind text not null check (kind in ('decision', 'data', 'label', 'case', 'audit')),
    at timestamptz not null,
    ref text not null,
    not_before timestamptz,
    created_at timestamptz not null default clock_timestamp()
  )`,
  // Numbered in the order of delivery.
  `create table traced_event (
    seq bigint generated always as identity primary key,
    environment_id uuid not null references environment (id) on delete cascade,
    kind text not null,
    at timestamptz not null,
    ref text not null,
    created_at timestamptz not null
  )`,
  `create index traced_event_environment on traced_event (environment_id, seq)`,
  `create index traced_event_created on traced_event (created_at)`,
  `create table event_dead_letter (
    id uuid primary key,
    environment_id uuid not null references environment (id) on delete cascade,
    subscription_id uuid not null references event_subscription (id) on delete cascade,
    seq bigint not null,
    name text not null,
    event_id text not null,
    failure text not null,
    status int,
    answer text,
    attempts int not null default 1,
    created_at timestamptz not null,
    redeliver_at timestamptz,
    unique (subscription_id, seq, name, event_id)
  )`,
  `create index event_dead_letter_due on event_dead_letter (subscription_id, seq) where redeliver_at is not null`,
  `create table event_delivery_hour (
    environment_id uuid not null references environment (id) on delete cascade,
    subscription_id uuid not null references event_subscription (id) on delete cascade,
    hour timestamptz not null,
    delivered int not null default 0,
    failed int not null default 0,
    primary key (subscription_id, hour)
  )`,
]
