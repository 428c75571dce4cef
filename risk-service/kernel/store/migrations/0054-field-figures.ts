import { type Kysely, sql } from 'kysely'

/** Past events without one of their fields, and how often fields are filled from hour to hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table backtest drop constraint backtest_kind_check`,
  `alter table backtest add constraint backtest_kind_check check (kind in ('draft', 'branch', 'rule', 'routing', 'outage'))`,
  `create table field_fill (
    environment_id uuid not null references environment (id) on delete cascade,
    event_type text not null,
    client_id text not null,
    hour timestamptz not null,
    field text not null,
    events int not null,
    primary key (environment_id, event_type, client_id, hour, field)
  )`,
  `create table field_drop (
    id uuid primary key,
    environment_id uuid not null references environment (id) on delete cascade,
    event_type text not null,
    client_id text not null,
    field text not null,
    since timestamptz not null,
    found_at timestamptz not null,
    ended_at timestamptz,
    usual_filled int not null,
    usual_events int not null,
    recent_filled int not null,
    recent_events int not null,
    q double precision not null
  )`,
  `create unique index field_drop_open on field_drop (environment_id, event_type, client_id, field) where ended_at is null`,
]
