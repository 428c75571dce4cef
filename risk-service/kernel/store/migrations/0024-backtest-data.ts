import { type Kysely, sql } from 'kysely'

/** What a back-test knew of the events of its period when it was asked for; null of those from before this version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table backtest add column counted bigint, add column labelled text').execute(db)
}
