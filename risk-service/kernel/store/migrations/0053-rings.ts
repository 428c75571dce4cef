import { type Kysely, sql } from 'kysely'

/** Rings of users that share devices, instruments and other strong entities, with their members and who watches them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table ring (
    id uuid not null primary key,
    environment_id uuid not null references environment (id) on delete cascade,
    status text not null default 'open' check (status in ('open', 'dismissed', 'merged')),
    merged_into uuid,
    -- The entity that most users share, by which it is named.
    name_type text not null,
    name_value text not null,
    name_display text not null,
    users int not null,
    shared int not null,
    transactions int not null,
    bad int not null,
    amount_usd bigint not null,
    score smallint not null,
    evidence text,
    first_at timestamptz not null,
    last_at timestamptz not null,
    found_at timestamptz not null,
    refreshed_at timestamptz not null,
    dismissed_by uuid,
    dismissed_by_name text,
    dismissed_at timestamptz,
    dismissed_reason text,
    -- What it had when it was dismissed: far more brings it back.
    dismissed_users int,
    dismissed_bad int
  )`,
  `create index ring_list on ring (environment_id, status, score desc, id)`,
  `create index ring_refreshed on ring (refreshed_at) where status <> 'merged'`,
  `create index ring_last on ring (last_at)`,
  `create table ring_member (
    environment_id uuid not null,
    ring_id uuid not null references ring (id) on delete cascade,
    -- 'user' or the type of an entity.
    type text not null,
    value text not null,
    display text not null,
    users int not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    primary key (ring_id, type, value)
  )`,
  `create index ring_member_value on ring_member (environment_id, type, value)`,
  `create table ring_watch (
    environment_id uuid not null,
    ring_id uuid not null references ring (id) on delete cascade,
    user_id uuid not null,
    -- Users of the ring of which the watcher knows.
    users int not null,
    notified_at timestamptz,
    primary key (ring_id, user_id)
  )`,
  // A graph starts at a BIN and walks through it.
  `create index event_bin on event (environment_id, bin, at desc, event_id desc) where bin is not null`,
]
