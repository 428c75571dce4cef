import { type Kysely, sql } from 'kysely'

/** Back-tests with their results, and the latest events that they would have decided otherwise, which can be opened. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table backtest (
    environment_id uuid not null references environment (id),
    id uuid not null,
    event_type text not null,
    kind text not null check (kind in ('draft', 'branch', 'rule')),
    name text not null,
    rule_id uuid,
    branch text,
    -- The text that is tried; null for a branch.
    body jsonb,
    from_at timestamptz not null,
    to_at timestamptz not null,
    state text not null check (state in ('waiting', 'running', 'done', 'failed')),
    -- Asked for together with the id: the same again is no other back-test.
    digest text not null,
    -- Of the rules when it was asked for.
    rules text not null,
    events bigint not null default 0,
    total bigint not null default 0,
    failure text,
    result jsonb,
    started_by uuid not null,
    started_by_name text not null,
    created_at timestamptz not null,
    finished_at timestamptz,
    primary key (environment_id, id)
  )`,
  `create index backtest_waiting on backtest (created_at) where state in ('waiting', 'running')`,
  `create table backtest_event (
    environment_id uuid not null,
    backtest_id uuid not null,
    at timestamptz not null,
    event_id uuid not null,
    event_environment_id uuid not null,
    external_id text not null,
    before text not null,
    after text not null,
    rule text,
    clause text,
    amount_usd bigint,
    label text,
    primary key (environment_id, backtest_id, at, event_id),
    foreign key (environment_id, backtest_id) references backtest (environment_id, id) on delete cascade
  )`,
]
