import { type Kysely, sql } from 'kysely'

/** Whether a tenant has the search. Tenants from before there was a switch have it, and find every stored event. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table search_switch (
      tenant_id uuid primary key references tenant (id) on delete cascade,
      state text not null check (state in ('Off', 'Provisioning', 'On')),
      from_at timestamptz,
      requested_by text,
      requested_by_name text,
      prepared int not null default 0,
      environments int not null default 0,
      failure text
    )`,
    `insert into search_switch (tenant_id, state) select id, 'On' from tenant`,
  ])
    await sql.raw(statement).execute(db)
}
