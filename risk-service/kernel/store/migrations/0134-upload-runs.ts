import { type Kysely, sql } from 'kysely'

/** What runs of uploaded files found and stored, the issues of their error files, and rows that wait for their parents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // The format of attributes whose values are read in another one than that of the upload.
  `alter table upload_mapping add column formats jsonb not null default '{}'`,
  `alter table upload_run drop constraint upload_run_state_check`,
  `alter table upload_run add constraint upload_run_state_check
    check (state in ('Waiting', 'Running', 'Finished', 'Failed', 'Cancelled'))`,
  `alter table upload_run
    add column dry_run boolean not null default false,
    add column on_errors text not null default 'stop',
    -- What it does at the moment; it continues with that after a stop.
    add column phase text,
    add column progress_entity text,
    add column progress_rows bigint not null default 0,
    add column progress_bytes bigint not null default 0,
    add column cancelling boolean not null default false,
    -- Why it failed, and the correlation id of the log.
    add column failure text,
    add column correlation_id text,
    add column statistics jsonb`,
  `create table upload_run_file (
    run_id uuid not null references upload_run (id) on delete cascade,
    environment_id uuid not null,
    entity text not null,
    -- The upload whose chunks are read.
    upload_id uuid not null,
    file_name text not null,
    size bigint not null,
    rows bigint not null,
    outcome text not null default 'open',
    accepted bigint not null default 0,
    replaced bigint not null default 0,
    rejected bigint not null default 0,
    skipped bigint not null default 0,
    -- Found by the check: counts by code, formats of refused values, empty cells, wrong formats, first and last day.
    read bigint not null default 0,
    findings jsonb,
    -- Rows of the file up to here are stored, with their counts.
    reached bigint not null default 0,
    primary key (run_id, entity)
  )`,
  `create index upload_run_file_environment on upload_run_file (environment_id)`,
  `create table upload_issue (
    run_id uuid not null references upload_run (id) on delete cascade,
    environment_id uuid not null,
    entity text not null,
    n int not null,
    row_number bigint,
    column_name text,
    attribute text,
    code text not null,
    severity text not null,
    message text not null,
    value text,
    params jsonb not null,
    primary key (run_id, entity, n)
  )`,
  `create index upload_issue_environment on upload_issue (environment_id)`,
  // Rows of children until their parent is stored, such as products of purchases; the last row of a key counts.
  `create table upload_child (
    run_id uuid not null references upload_run (id) on delete cascade,
    environment_id uuid not null,
    entity text not null,
    parent text not null,
    key text not null,
    row_number bigint not null,
    body json not null,
    primary key (run_id, entity, parent, key)
  )`,
  `create index upload_child_environment on upload_child (environment_id)`,
  `create index upload_run_finished on upload_run (finished_at) where finished_at is not null`,
]
