import { type Kysely, sql } from 'kysely'

/**
 * Velocity sets and functions: the published ones, the drafts of all users, and every published version. The default
 * sets of the product are not rows: every environment has them. `velocity` maps each name of an environment to the id
 * of its counts, whichever set contains it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const tablesOf = (kind: string) => [
  `create table ${kind} (
    id uuid primary key,
    environment_id uuid not null references environment (id),
    name text not null,
    status text not null check (status in ('active', 'inactive')),
    version integer not null,
    body jsonb not null,
    published_by uuid not null,
    published_by_name text not null,
    published_at timestamptz not null
  )`,
  `create unique index ${kind}_name on ${kind} (environment_id, lower(name))`,
  `create table ${kind}_draft (
    resource_id uuid not null,
    author_id uuid not null,
    environment_id uuid not null references environment (id),
    author_name text not null,
    body jsonb not null,
    base_version integer not null,
    saved_at timestamptz not null,
    primary key (resource_id, author_id)
  )`,
  `create index ${kind}_draft_environment on ${kind}_draft (environment_id, author_id)`,
  `create table ${kind}_version (
    resource_id uuid not null,
    version integer not null,
    environment_id uuid not null references environment (id),
    name text not null,
    status text not null,
    body jsonb not null,
    published_by uuid not null,
    published_by_name text not null,
    published_at timestamptz not null,
    primary key (resource_id, version)
  )`,
  `create index ${kind}_version_environment on ${kind}_version (environment_id)`,
]

const statements = [
  ...tablesOf('velocity_set'),
  ...tablesOf('function'),
  `create table velocity (
    environment_id uuid not null references environment (id),
    -- Lower-cased.
    name text not null,
    id uuid not null unique,
    set_id uuid not null,
    primary key (environment_id, name)
  )`,
]
