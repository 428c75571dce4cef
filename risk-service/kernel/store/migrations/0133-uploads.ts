import { type Kysely, sql } from 'kysely'

/** Uploaded files of entities: their states and chunks, the mapping of their columns, and the runs that process them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table upload_file (
    environment_id uuid not null references environment (id) on delete cascade,
    entity text not null,
    state text not null default 'NotStarted',
    -- Names the folder of the chunks; null: there is no file.
    upload_id uuid,
    file_name text,
    size bigint,
    -- Milliseconds since 1970, and the SHA-256 of the first chunk: they identify the file when an upload continues.
    modified_at bigint,
    first_chunk text,
    columns jsonb,
    has_header boolean,
    delimiter text,
    -- The stored mapping applies to this file.
    keeps_mapping boolean not null default true,
    rows bigint,
    sha256 text,
    owner_id uuid,
    owner_name text,
    begun_at timestamptz,
    -- When the last chunk arrived.
    active_at timestamptz,
    completed_at timestamptz,
    processed_at timestamptz,
    failure text,
    primary key (environment_id, entity),
    check (upload_id is null or (file_name is not null and size > 0 and owner_id is not null and active_at is not null)),
    check (state <> 'Uploading' or upload_id is not null)
  )`,
  `create index upload_file_active on upload_file (active_at) where state = 'Uploading'`,
  `create table upload_chunk (
    environment_id uuid not null references environment (id) on delete cascade,
    upload_id uuid not null,
    index int not null,
    sha256 text not null,
    received_at timestamptz not null,
    primary key (upload_id, index)
  )`,
  `create index upload_chunk_environment on upload_chunk (environment_id)`,
  `create table upload_mapping (
    environment_id uuid not null references environment (id) on delete cascade,
    entity text not null,
    -- The column of each attribute that has one.
    column_of jsonb not null,
    version int not null,
    updated_at timestamptz not null,
    updated_by text not null,
    primary key (environment_id, entity)
  )`,
  `create table upload_run (
    id uuid primary key,
    environment_id uuid not null references environment (id) on delete cascade,
    area text not null,
    entities text[] not null,
    state text not null check (state in ('Waiting', 'Running', 'Finished', 'Failed')),
    requested_at timestamptz not null,
    requested_by uuid not null,
    requester_name text not null,
    started_at timestamptz,
    finished_at timestamptz,
    lease_until timestamptz
  )`,
  // One run of an environment at a time.
  `create unique index upload_run_running on upload_run (environment_id) where state = 'Running'`,
  `create index upload_run_environment on upload_run (environment_id, requested_at)`,
  `create index upload_run_open on upload_run (requested_at) where state in ('Waiting', 'Running')`,
]
