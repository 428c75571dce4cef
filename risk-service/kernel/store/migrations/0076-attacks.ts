import { type Kysely, sql } from 'kysely'

/** Attacks of environments: what their attempts have in common, which events they are, and what was done about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table attack (
    id uuid primary key,
    environment_id uuid not null references environment (id) on delete cascade,
    kind text not null check (kind in ('cardTesting', 'credentialStuffing', 'passwordSpraying')),
    event_type text not null,
    started_at timestamptz not null,
    last_at timestamptz not null,
    found_at timestamptz not null,
    ended_at timestamptz,
    -- Devices, addresses and networks by which attempts belong to it.
    keys jsonb not null,
    fingerprint jsonb not null,
    attempts int not null default 0,
    failed int not null default 0,
    accounts int not null default 0,
    fallen int not null default 0
  )`,
  `create index attack_latest on attack (environment_id, last_at desc)`,
  // An event belongs to one attack. Who and what it was stands in the event alone.
  `create table attack_attempt (
    environment_id uuid not null,
    event_id uuid not null,
    attack_id uuid not null references attack (id) on delete cascade,
    at timestamptz not null,
    outcome text not null,
    detail text,
    primary key (environment_id, event_id)
  )`,
  `create index attack_attempt_time on attack_attempt (attack_id, at)`,
  `create table attack_step (
    attack_id uuid not null references attack (id) on delete cascade,
    environment_id uuid not null,
    step text not null,
    done_by uuid not null,
    done_by_name text not null,
    done_at timestamptz not null,
    primary key (attack_id, step)
  )`,
]
