import { type Kysely, sql } from 'kysely'

/**
 * The choices of a user are one document per tenant, with the number of its changes. Views of lists belong to their
 * author; the default view is the choice of each user, and is deleted with the view.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table user_preference (
    tenant_id uuid not null references tenant (id),
    user_id uuid not null,
    version integer not null,
    document jsonb not null,
    updated_at timestamptz not null default now(),
    primary key (tenant_id, user_id)
  )`,
  `create table saved_view (
    id uuid primary key,
    environment_id uuid not null,
    area text not null,
    owner_id uuid not null,
    owner_name text not null,
    name text not null,
    shared boolean not null,
    state jsonb not null,
    version integer not null,
    updated_at timestamptz not null default now()
  )`,
  `create index saved_view_place on saved_view (environment_id, area, owner_id)`,
  `create table saved_view_default (
    environment_id uuid not null,
    area text not null,
    user_id uuid not null,
    view_id uuid not null references saved_view (id) on delete cascade,
    primary key (environment_id, area, user_id)
  )`,
  `create index saved_view_default_view on saved_view_default (view_id)`,
]
