import { type Kysely, sql } from 'kysely'

/**
 * Several processes on one database. Each has rows of its own in the hourly roll-ups, as decisions would wait for each
 * other at the row of the hour. Velocities: each process reads what the others commit. A row of the log carries its transaction, and one
 * row says which transactions are in the hour buckets. Rows are deleted a while after that, so that a process that is
 * late can still read them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table velocity_log add column xid xid8 not null default pg_current_xact_id()',
  'create index velocity_log_xid on velocity_log (xid)',
  'alter table velocity_log drop column written_at',
  'drop table velocity_fold',
  `create table velocity_fold (
    single boolean primary key default true check (single),
    -- What the hour buckets contain.
    folded pg_snapshot not null default '1:1:',
    folded_at timestamptz not null default now(),
    -- What they contained some time ago, and what of it is no longer in the log.
    earlier pg_snapshot not null default '1:1:',
    earlier_at timestamptz not null default now(),
    removed pg_snapshot not null default '1:1:',
    -- Changes with every change of series or hours that is not an event.
    generation bigint not null default 0
  )`,
  'insert into velocity_fold default values',
  ...[
    ['event_hour', 'environment_id, event_type, hour, decision, score_band, label'],
    ['rule_hour', 'environment_id, event_type, hour, rule_id, clause, decision'],
  ].flatMap(([table, key]) => [
    `alter table ${table} add column stripe smallint not null default 0`,
    // Set by the connection that writes decisions.
    `alter table ${table} alter column stripe set default coalesce(nullif(current_setting('assay.stripe', true), '')::smallint, 0)`,
    `alter table ${table} drop constraint ${table}_pkey, add primary key (${key}, stripe)`,
  ]),
]
