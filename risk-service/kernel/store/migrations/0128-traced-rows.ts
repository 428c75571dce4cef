import { type Kysely, sql } from 'kysely'

/**
 * What of an environment becomes an event of a subscription: nothing else is written to the outbox. A process of the
 * version before goes on to write everything.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table traced_environment
    add column row_kinds text[] not null default '{decision,data,label,case,audit}'`.execute(db)
}
