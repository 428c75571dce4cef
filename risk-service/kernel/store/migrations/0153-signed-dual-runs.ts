import { type Kysely, sql } from 'kysely'

/** Signatures of the reports of dual runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table dual_run add column signature text`.execute(db)
}
