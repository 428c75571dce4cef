import { type Kysely, sql } from 'kysely'

/** Signals by the day on which they were received: of most transactions there is none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index report_transaction_signal on report_transaction (environment_id, event_type, signal_day)
    where signal_day is not null`.execute(db)
}
