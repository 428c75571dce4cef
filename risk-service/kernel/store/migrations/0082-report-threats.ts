import { type Kysely, sql } from 'kysely'

/**
 * What the report of threats and its filters count: when the signal came that decides whether a transaction is fraud, all
 * signals in the order in which they prevail, the bot score, and whether scripts ran.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table report_transaction
    add column signal_day int, add column signals int[], add column bot_score smallint, add column java_script text`,
  'alter table report_later_day drop constraint report_later_day_kind_check',
  `alter table report_later_day add constraint report_later_day_kind_check
    check (kind in ('chargeback', 'settled', 'fraud', 'nonFraud'))`,
  // The next check reads every environment again.
  `update report_refresh set refreshed_at = refreshed_at - interval '1 day'`,
]
