import { type Kysely, sql } from 'kysely'

/** Which process does work that only one may do at a time. All times are those of the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table service_lease (
    name text primary key,
    owner uuid not null,
    -- Grows with every new owner: what an earlier one still wants to write is refused.
    token bigint not null default 1,
    expires_at timestamptz not null,
    finished_at timestamptz
  )`.execute(db)
}
