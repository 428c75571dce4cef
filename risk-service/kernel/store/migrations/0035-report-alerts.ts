import { type Kysely, sql } from 'kysely'

/** Alerts of the case report, each of one environment and one owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table case_alert (
      id uuid primary key,
      environment_id uuid not null references environment (id) on delete cascade,
      name text not null,
      settings jsonb not null,
      enabled boolean not null default true,
      -- Why it is off: its owner, or the service because the owner may not read the report any more.
      pause_reason text check (pause_reason in ('switchedOff', 'ownerLostAccess')),
      owner_id uuid not null,
      owner_name text not null,
      -- The owner's right does not come from a stored assignment, so that it cannot be checked without a token.
      owner_by_directory boolean not null default false,
      checked_at timestamptz,
      checked_value double precision,
      notified_at timestamptz,
      version int not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`,
    `create unique index case_alert_name on case_alert (environment_id, lower(name))`,
  ])
    await sql.raw(statement).execute(db)
}
