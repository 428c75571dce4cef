import { type Kysely, sql } from 'kysely'

/**
 * Trained risk and bot models: every version with its scorecard, at most one of a kind active in an environment (none:
 * the shipped one), and the trainings that were requested or due.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table model_version (
    environment_id uuid not null,
    kind text not null,
    version integer not null,
    id uuid not null,
    state text not null,
    scorecard jsonb not null,
    card jsonb not null,
    rows integer not null,
    auc real not null,
    fitted_at timestamptz not null,
    -- Null: by the schedule.
    fitted_by_name text,
    primary key (environment_id, kind, version)
  )`,
  `create unique index model_version_id on model_version (id)`,
  `create unique index model_version_active on model_version (environment_id, kind) where state = 'active'`,
  `create table model_fit (
    environment_id uuid not null,
    id uuid not null,
    kind text not null,
    state text not null,
    progress real not null default 0,
    -- Why there is no model: a code.
    reason text,
    rows integer,
    frauds integer,
    version integer,
    requested_by_name text,
    requested_at timestamptz not null,
    finished_at timestamptz,
    primary key (environment_id, id)
  )`,
  `create index model_fit_open on model_fit (requested_at) where state in ('waiting', 'running')`,
]
