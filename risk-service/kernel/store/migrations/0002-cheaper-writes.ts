import { type Kysely, sql } from 'kysely'

/**
 * Reduces the cost of data that is written with every decision and read one event at a time: bodies as JSON text, which
 * is validated and stored, not parsed into a structure; rows that fit a page stay in it whole instead of being
 * compressed and split.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event_body alter column request type json using request::json, alter column enrichment type json using enrichment::json,
    alter column explanation type json using explanation::json`.execute(db)
  const { rows } = await sql<{
    name: string
  }>`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'event_body'::regclass`.execute(db)
  for (const name of ['event_key', ...rows.map(row => row.name)])
    await sql`alter table ${sql.table(name)} set (toast_tuple_target = 8160)`.execute(db)
}
