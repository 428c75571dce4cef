import { type Kysely, sql } from 'kysely'

/** How long after the transactions their fraud became known, from which the rates of late labels are expected. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table report_transaction add column fraud_day int',
  // Few transactions are fraud: with a filter they are read alone.
  `create index report_transaction_fraud on report_transaction (environment_id, event_type, day)
    where fraud_day is not null`,
  `create table report_delay (
    environment_id uuid not null,
    event_type text not null,
    day int not null,
    delay int not null,
    events int not null,
    amount_usd bigint not null,
    squared_amounts float8 not null,
    primary key (environment_id, event_type, day, delay)
  )`,
  // The next check reads every environment again.
  `update report_refresh set refreshed_at = refreshed_at - interval '1 day'`,
]
