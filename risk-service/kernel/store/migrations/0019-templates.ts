import { type Kysely, sql } from 'kysely'

/**
 * Templates of rules, assessments and environments, and the pending templates of environments that are being created.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table template (
    id uuid primary key,
    environment_id uuid not null references environment (id),
    kind text not null check (kind in ('rule', 'assessment', 'environment')),
    name text not null,
    description text not null,
    source text not null,
    version integer not null default 1,
    content jsonb not null,
    created_by uuid not null,
    created_by_name text not null,
    created_at timestamptz not null
  )`,
  `create unique index template_name on template (environment_id, kind, lower(name))`,
  // Deleted as soon as the environment is Active. The user who requested it is the author of the result.
  `create table environment_filling (
    environment_id uuid primary key references environment (id) on delete cascade,
    template text not null,
    content jsonb not null,
    asked_by uuid not null,
    asked_by_name text not null
  )`,
]
