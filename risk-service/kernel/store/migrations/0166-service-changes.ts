import { type Kysely, sql } from 'kysely'

/** What several processes of the service tell each other, and which processes there are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Rows are read once by every process, and deleted after some minutes.
  `create table service_change (
    seq bigint generated always as identity primary key,
    xid xid8 not null default pg_current_xact_id(),
    written_at timestamptz not null default now(),
    -- Null: the database itself, whoever changed it.
    origin uuid,
    topic text not null,
    key text,
    payload jsonb
  )`,
  `create index service_change_xid on service_change (xid)`,
  // All rows that the snapshot `trimmed` sees may be gone. Those that `reached` sees had been committed at `reached_at`,
  // and are next: the age of a row counts from the end of its transaction, however long that took, and a transaction
  // that does not end delays the removal of no other.
  `create table service_change_horizon (
    one boolean primary key default true check (one),
    trimmed pg_snapshot not null,
    reached pg_snapshot not null,
    reached_at timestamptz not null
  )`,
  `insert into service_change_horizon (trimmed, reached, reached_at)
    values ('1:1:', pg_current_snapshot(), now())`,
  // A process lives as long as it renews its row. Rows whose time is over belong to nobody, and may be deleted.
  `create table service_process (
    id uuid primary key,
    host text not null,
    pid integer not null,
    version text not null,
    -- Of the secret key: what one process encrypts the others have to read.
    key_digest text not null,
    started_at timestamptz not null default now(),
    heartbeat_at timestamptz not null default clock_timestamp(),
    stripe smallint not null unique check (stripe between 0 and 63),
    -- Browsers that listen to it: only then are decisions counted for them.
    listeners integer not null default 0
  ) with (fillfactor = 50)`,
]
