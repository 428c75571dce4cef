import { type Kysely, sql } from 'kysely'

const statements = [
  `create table subject_request (
    id uuid primary key,
    environment_id uuid not null references environment (id) on delete cascade,
    type text not null check (type in ('export', 'delete')),
    event_types text[] not null,
    -- Names of the assessments at that time.
    assessments text[] not null,
    attribute text not null,
    -- Null once it has ended: what stays is the hash.
    value text,
    value_salt text not null,
    value_hash text not null,
    since timestamptz,
    status text not null check (status in ('pending', 'complete', 'failed')),
    phase text not null,
    -- Steps of the phase that are done.
    steps text[] not null default '{}',
    counts jsonb not null default '{}',
    events int not null default 0,
    total int not null default 0,
    attempts int not null default 0,
    failure text,
    requested_by uuid not null,
    requested_by_name text not null,
    requested_at timestamptz not null,
    finished_at timestamptz,
    receipt text,
    content bytea,
    content_bytes int,
    expires_at timestamptz,
    check (status = 'pending' or value is null)
  )`,
  `create unique index subject_request_pending on subject_request (environment_id, type, attribute, event_types, value)
    where status = 'pending'`,
  `create index subject_request_newest on subject_request (environment_id, requested_at desc, id desc)`,
  `create index subject_request_open on subject_request (requested_at) where status = 'pending'`,
  // The events of a request: those that a deletion has still to remove, and those in the file of an export.
  `create table subject_request_event (
    request_id uuid not null references subject_request (id) on delete cascade,
    environment_id uuid not null,
    at timestamptz not null,
    event_id uuid not null,
    event_type text not null,
    external_id text not null,
    primary key (request_id, event_id)
  )`,
  `create index subject_request_event_event on subject_request_event (event_id)`,
  // What identifies the person in other stores; for as long as the request is pending.
  `create table subject_request_value (
    request_id uuid not null references subject_request (id) on delete cascade,
    kind text not null,
    value text not null,
    primary key (request_id, kind, value)
  )`,
  `create table subject_hold (
    id uuid primary key,
    environment_id uuid not null references environment (id) on delete cascade,
    event_types text[] not null,
    assessments text[] not null,
    attribute text not null,
    -- Null once it has ended.
    value text,
    since timestamptz,
    reason text not null,
    until timestamptz not null,
    set_by uuid not null,
    set_by_name text not null,
    set_at timestamptz not null,
    lifted_at timestamptz,
    lifted_by_name text
  )`,
  `create index subject_hold_active on subject_hold (environment_id) where lifted_at is null`,
  // Hours whose roll-ups count events that were erased: they differ from the stored events, and are right.
  `create table erased_hour (
    environment_id uuid not null,
    hour timestamptz not null,
    primary key (environment_id, hour)
  )`,
]

/** Data subject requests with their events, legal holds, and the hours that count erased events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
