import { type Kysely, sql } from 'kysely'

/**
 * What reports count by rules: which rule decided a transaction and which ones observed it is its path, which few
 * transactions have alone. Transactions are read again, because those of before have none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table report_transaction add column path int not null default 0, add column final text`,
  `create table report_path (
    environment_id uuid not null,
    path int not null,
    rule_id uuid,
    rule text,
    clause text,
    observed jsonb not null,
    primary key (environment_id, path)
  )`,
  // Sums of the transactions, for reports without a filter.
  `create table report_path_day (
    environment_id uuid not null,
    event_type text not null,
    day int not null,
    path int not null,
    outcome int not null,
    events int not null,
    amount_usd bigint not null,
    primary key (environment_id, event_type, day, path, outcome)
  )`,
  `create table report_path_score (
    environment_id uuid not null,
    event_type text not null,
    day int not null,
    path int not null,
    bin smallint not null,
    events int not null,
    amount_usd bigint not null,
    primary key (environment_id, event_type, day, path, bin)
  )`,
  // How often clauses were there, were tested, and had an effect.
  `create table report_clause_day (
    environment_id uuid not null,
    event_type text not null,
    day int not null,
    rule_id uuid not null,
    clause text not null,
    events int not null,
    tested int not null,
    effects int not null,
    primary key (environment_id, event_type, day, rule_id, clause)
  )`,
  `delete from report_refresh`,
]
