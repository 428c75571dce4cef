import { type Kysely, sql } from 'kysely'

/** Previews of the console with the rights of somebody else, or of roles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table rights_preview (
    id uuid primary key,
    tenant_id uuid not null,
    principal_id uuid not null,
    environment_id uuid not null,
    kind text not null check (kind in ('user', 'group', 'roles')),
    -- Null: roles alone. Their rights are read with each call, so that a change of them shows.
    subject_id uuid,
    name text not null,
    roles text[] not null,
    started_at timestamptz not null,
    ends_at timestamptz not null,
    ended_at timestamptz,
    check ((kind = 'roles') = (subject_id is null))
  )`,
  // One at a time, and the hourly work finds those whose time is over.
  `create unique index rights_preview_open on rights_preview (tenant_id, principal_id) where ended_at is null`,
  `create index rights_preview_due on rights_preview (ends_at) where ended_at is null`,
]
