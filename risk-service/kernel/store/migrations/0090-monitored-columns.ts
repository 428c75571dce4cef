import { type Kysely, sql } from 'kysely'

/**
 * What monitors count of each event stands beside it: reading its body for that costs most of the time of a count.
 * `device_country` is null for events of earlier releases alone, whose bodies are still read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table event add column device_country text, add column bot_score smallint').execute(db)
}
