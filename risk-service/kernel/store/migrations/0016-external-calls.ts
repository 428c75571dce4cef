import { type Kysely, sql } from 'kysely'

/**
 * External calls and assessments. `body` contains no secret: those are in `secrets`, encrypted, by their path in the
 * body. Calls are counted by minute, target, kind of failure (empty for a success) and status.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const columns = `
  id uuid primary key,
  environment_id uuid not null,
  name text not null,
  version integer not null,
  body jsonb not null,
  created_at timestamptz not null,
  updated_by uuid not null,
  updated_by_name text not null,
  updated_at timestamptz not null`

const statements = [
  `create table external_call (${columns}, secrets jsonb not null)`,
  `create unique index external_call_name on external_call (environment_id, lower(name))`,
  `create table external_assessment (${columns})`,
  `create unique index external_assessment_name on external_assessment (environment_id, lower(name))`,
  `create table outgoing_call_minute (
    environment_id uuid not null,
    target_id uuid not null,
    minute timestamptz not null,
    error text not null,
    status smallint not null,
    kind text not null,
    calls bigint not null,
    latency_ms double precision not null,
    primary key (environment_id, target_id, minute, error, status)
  )`,
  `create index outgoing_call_minute_age on outgoing_call_minute (minute)`,
]
