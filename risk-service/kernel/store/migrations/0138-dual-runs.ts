import { type Kysely, sql } from 'kysely'

/** Comparisons of the decisions of a former system with those of this one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table dual_run (
    environment_id uuid not null references environment (id) on delete cascade,
    id uuid not null,
    file_name text not null,
    file_size bigint not null,
    event_type text not null,
    words jsonb not null,
    state text not null check (state in ('waiting', 'running', 'done', 'failed')),
    -- SHA-256 of the request: the same again is no other run.
    digest text not null,
    -- The file, until the run has ended: it has personal data.
    content bytea,
    -- How often it began without coming to an end.
    attempts integer not null default 0,
    events bigint not null default 0,
    total bigint not null default 0,
    failure text,
    -- Of the report, for the list: percent, and events.
    parity double precision,
    compared bigint,
    differing bigint,
    -- As text: its SHA-256 is printed with it.
    report text,
    report_sha256 text,
    started_by uuid not null,
    started_by_name text not null,
    created_at timestamptz not null,
    finished_at timestamptz,
    primary key (environment_id, id),
    check ((content is not null) = (state in ('waiting', 'running')))
  )`,
  `create index dual_run_waiting on dual_run (created_at) where state in ('waiting', 'running')`,
]
