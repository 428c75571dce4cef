import { type Kysely, sql } from 'kysely'

/**
 * The rules of a chain, stored once by content: the explanations of its events refer to them. Never removed: a few kB
 * per publish.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table rule_chain (id uuid primary key, rules json not null)`.execute(db)
}
