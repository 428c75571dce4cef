import { type Kysely, sql } from 'kysely'

/** The dashboard counts what was given up; there is little of it among everything that was delivered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create index case_follow_up_failed on case_follow_up (environment_id) where delivered_at is null and next_at is null and kind <> 'trace'`,
    )
    .execute(db)
}
