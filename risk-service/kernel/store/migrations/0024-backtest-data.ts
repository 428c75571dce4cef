import { type Kysely, sql } from 'kysely'

/**
 * The figures of a back-test about the events of its period at the time of the request; null for back-tests of earlier
 * versions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table backtest add column counted bigint, add column labelled text').execute(db)
}
