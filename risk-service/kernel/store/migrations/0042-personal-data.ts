import { type Kysely, sql } from 'kysely'

/** Masked values that users have revealed for some minutes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table personal_data_grant (
      id uuid primary key,
      tenant_id uuid not null references tenant (id),
      user_id uuid not null,
      subjects text[] not null,
      kind text,
      granted_at timestamptz not null,
      expires_at timestamptz not null
    )`,
    `create index personal_data_grant_user on personal_data_grant (user_id, expires_at)`,
    `create index personal_data_grant_expires on personal_data_grant (expires_at)`,
  ])
    await sql.raw(statement).execute(db)
}
