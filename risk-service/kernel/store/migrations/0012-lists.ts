import { type Kysely, sql } from 'kysely'

/**
 * Custom lists store the facts of every version, and the compressed file of the latest ones. Entries of support lists
 * are rows: `key` is the value in the form of comparisons.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table list (
    id uuid primary key,
    environment_id uuid not null,
    name text not null,
    description text not null,
    version integer not null,
    columns text[] not null,
    rows integer not null,
    size integer not null,
    created_at timestamptz not null,
    updated_by uuid not null,
    updated_by_name text not null,
    updated_at timestamptz not null
  )`,
  `create unique index list_name on list (environment_id, lower(name))`,
  `create table list_version (
    list_id uuid not null references list (id) on delete cascade,
    version integer not null,
    columns text[] not null,
    rows integer not null,
    size integer not null,
    file_name text not null,
    -- SHA-256 of the file: the same upload again is no change.
    digest text not null,
    restored_from integer,
    updated_by uuid not null,
    updated_by_name text not null,
    updated_at timestamptz not null,
    -- The file, gzip; null when it is no longer kept.
    content bytea,
    primary key (list_id, version)
  )`,
  // The content is compressed already.
  `alter table list_version alter column content set storage external`,
  `create table support_entry (
    environment_id uuid not null,
    list text not null,
    key text collate "C" not null,
    value text not null,
    status text not null,
    reason text not null,
    comments text not null,
    expires_at timestamptz,
    added_by_name text not null,
    added_at timestamptz not null,
    updated_by uuid not null,
    updated_by_name text not null,
    updated_at timestamptz not null,
    primary key (environment_id, list, key)
  )`,
  `create index support_entry_recent on support_entry (environment_id, list, updated_at, key)`,
  `create index support_entry_expiry on support_entry (expires_at) where expires_at is not null`,
]
