import { type Kysely, sql } from 'kysely'

/** Live comparisons with a former system that still decides. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table mirror (
    environment_id uuid primary key references environment (id) on delete cascade,
    id uuid not null,
    state text not null check (state in ('running', 'ended')),
    words jsonb not null,
    received bigint not null default 0,
    refused bigint not null default 0,
    -- Events up to this one were compared: committed with their results.
    compared_seq bigint not null default 0,
    received_at timestamptz,
    first_at timestamptz,
    last_at timestamptz,
    failure text,
    notes jsonb not null default '[]',
    -- Digest of what decides now.
    rule_set text,
    rule_set_at timestamptz,
    started_by uuid not null,
    started_by_name text not null,
    created_at timestamptz not null,
    ended_at timestamptz,
    check ((ended_at is null) = (state = 'running'))
  )`,
  `create table mirror_event (
    environment_id uuid not null references mirror (environment_id) on delete cascade,
    seq bigint generated always as identity,
    mirror_id uuid not null,
    event_type text not null,
    external_id text not null,
    at timestamptz not null,
    -- The event, of which velocities are counted again after a restart, with the former answer.
    content text not null,
    result text check (result in ('same', 'different', 'duplicate', 'word', 'invalid')),
    cause text,
    example text,
    primary key (environment_id, seq)
  )`,
  `create index mirror_event_different on mirror_event (environment_id, cause, seq) where result = 'different'`,
  `create index mirror_event_at on mirror_event (at)`,
  `create table mirror_count (
    environment_id uuid not null references mirror (environment_id) on delete cascade,
    mirror_id uuid not null,
    hour timestamptz not null,
    result text not null,
    former text not null,
    own text not null,
    cause text not null,
    events bigint not null,
    same_rule bigint not null,
    amount_usd bigint not null,
    primary key (environment_id, hour, result, former, own, cause)
  )`,
]
