import { type Kysely, sql } from 'kysely'

/**
 * Counts of velocities. `velocity_log` gets one row per event in the statement that stores it; a flusher folds it into
 * hour buckets and deletes the rows in the same transaction, so that each event is in exactly one of the two, whenever
 * a process is killed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // A short number for a counted series: a velocity of an environment and its definition. One series is read; another
  // may be filled from history by a set's back-fill, counting events received from `since` on, until it replaces the
  // first.
  `create table velocity_series (
    environment_id uuid not null,
    velocity_id uuid not null,
    aggregate text not null check (aggregate in ('count', 'distinct', 'sum')),
    state text not null default 'live' check (state in ('live', 'filling')),
    series int generated always as identity unique,
    set_id uuid,
    since timestamptz,
    primary key (environment_id, velocity_id, aggregate, state),
    check (state = 'live' or (set_id is not null and since is not null))
  )`,
  // Contributions that are not folded yet. The environment is that of the event; sets of its ancestors count it, too.
  `create table velocity_log (
    environment_id uuid not null,
    event_id uuid not null,
    at timestamptz not null,
    written_at timestamptz not null default now(),
    contributions json not null,
    primary key (environment_id, event_id)
  )`,
  // Folded contributions of the last two hours, by flush: a start rebuilds seconds and minutes from them.
  `create table velocity_recent (
    environment_id uuid not null,
    folded_at timestamptz not null,
    flush uuid not null,
    contributions json not null,
    primary key (environment_id, folded_at, flush)
  )`,
  `create index velocity_recent_age on velocity_recent (folded_at)`,
  // The number of folds of a process: a reader that sees a fold can tell which part of its memory is in the rows.
  `create table velocity_fold (owner uuid primary key, folds bigint not null, started_at timestamptz not null default now())`,
  // One row per key and hour, counted from 1970: by series a number, or the members and the sketch of a distinct count.
  `create table velocity_hour (
    environment_id uuid not null,
    key text not null,
    hour int not null,
    counts json not null,
    primary key (environment_id, key, hour)
  ) with (fillfactor = 85)`,
  // Rows are inserted in the order of time: a few index pages find the old ones.
  `create index velocity_hour_age on velocity_hour using brin (hour)`,
  // The back-fill of a set, up to events received at `until`, in `places`; it is moved into velocity_hour as a whole.
  `create table velocity_backfill (
    environment_id uuid not null,
    set_id uuid not null,
    version int not null,
    state text not null check (state in ('waiting', 'running', 'done', 'cancelled', 'failed')),
    events bigint not null default 0,
    total bigint not null default 0,
    until timestamptz not null,
    places uuid[] not null,
    reached_place int not null default 1,
    reached_at timestamptz,
    reached_id uuid,
    failure text,
    started_at timestamptz not null default now(),
    finished_at timestamptz,
    primary key (environment_id, set_id)
  )`,
  `create table velocity_backfill_hour (
    environment_id uuid not null,
    set_id uuid not null,
    chunk int not null,
    key text not null,
    hour int not null,
    counts json not null,
    primary key (environment_id, set_id, chunk, key, hour)
  )`,
]
