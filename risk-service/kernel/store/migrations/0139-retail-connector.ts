import { type Kysely, sql } from 'kysely'

/** Connections to retail systems, and their synchronisations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table retail_connection (
    environment_id uuid primary key references environment (id) on delete cascade,
    address text not null,
    status text not null check (status in ('Connected', 'Disconnected', 'Error')),
    failure text,
    created_at timestamptz not null,
    created_by text not null,
    last_sync_at timestamptz,
    next_sync_at timestamptz,
    failures int not null default 0,
    -- How far each entity is read: committed with its rows.
    positions jsonb not null,
    -- The synchronisation that goes on, and the process that carries it out.
    sync_id uuid,
    lease_owner uuid,
    lease_until timestamptz
  )`,
  `create index retail_connection_due on retail_connection (next_sync_at) where next_sync_at is not null`,
  `create table retail_sync (
    id uuid primary key,
    environment_id uuid not null references environment (id) on delete cascade,
    started_at timestamptz not null,
    finished_at timestamptz,
    status text not null check (status in ('Running', 'Success', 'Failed')),
    failure text,
    rows int not null default 0,
    changed int not null default 0,
    refused int not null default 0,
    -- Faults of rows that were left out, the first ones.
    issues jsonb not null default '[]'
  )`,
  `create index retail_sync_environment on retail_sync (environment_id, started_at)`,
  // One synchronisation of an environment at a time.
  `create unique index retail_sync_running on retail_sync (environment_id) where status = 'Running'`,
]
