import { type Kysely, sql } from 'kysely'

/**
 * What reports count: each transaction of the last months with what later events said of it, read again once a day.
 * Days are numbers since 1970, so that they are compared and grouped quickly.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table report_transaction (
    environment_id uuid not null,
    event_id uuid not null,
    amount_usd bigint not null,
    day int not null,
    outcome int not null,
    late_settle_day int,
    chargeback_day int,
    score smallint not null,
    event_type text not null,
    segment text,
    category text,
    payment_type text,
    card_type text,
    country text,
    primary key (environment_id, event_type, day, event_id)
  )`,
  // Few transactions are charged back, or settle on a later day than their own: by these days they are read alone.
  `create index report_transaction_chargeback on report_transaction (environment_id, event_type, chargeback_day)
    where chargeback_day is not null`,
  `create index report_transaction_settled on report_transaction (environment_id, event_type, late_settle_day)
    where late_settle_day is not null`,
  // Sums of the transactions, for reports without a filter.
  `create table report_day (
    environment_id uuid not null,
    event_type text not null,
    day int not null,
    outcome int not null,
    events int not null,
    amount_usd bigint not null,
    primary key (environment_id, event_type, day, outcome)
  )`,
  `create table report_later_day (
    environment_id uuid not null,
    event_type text not null,
    kind text not null check (kind in ('chargeback', 'settled')),
    day int not null,
    events int not null,
    amount_usd bigint not null,
    primary key (environment_id, event_type, kind, day)
  )`,
  // The values of filters.
  `create table report_value (
    environment_id uuid not null,
    event_type text not null,
    attribute text not null,
    value text not null,
    events int not null,
    primary key (environment_id, event_type, attribute, value)
  )`,
  `create table report_refresh (
    environment_id uuid primary key,
    refreshed_at timestamptz not null,
    transactions int not null
  )`,
]
