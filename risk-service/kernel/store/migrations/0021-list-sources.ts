import { type Kysely, sql } from 'kysely'

/**
 * Lists whose rows stay in a database of the customer. `secret`: its connection string, encrypted; null when a key
 * vault stores it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table list add column source text not null default 'csv'`).execute(db)
  await sql
    .raw(`create table list_source (
    list_id uuid primary key references list (id) on delete cascade,
    connection jsonb not null,
    secret text
  )`)
    .execute(db)
}
