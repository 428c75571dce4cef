import { type Kysely, sql } from 'kysely'

/**
 * Events of monitoring, of which nothing is stored elsewhere: latencies of the risk API, external calls and their errors.
 * They are written where a subscription contains their kind.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table traced_environment add column kinds text[] not null default '{}'`,
  `create table monitoring_event (
    id uuid primary key,
    environment_id uuid not null,
    kind text not null,
    event_type text,
    at timestamptz not null,
    body text not null
  )`,
  // Files begin with what is stored.
  `create index monitoring_event_of_kind on monitoring_event (environment_id, kind, at)`,
  `create index monitoring_event_at on monitoring_event using brin (at)`,
  `alter table event_outbox drop constraint event_outbox_kind_check`,
  `alter table event_outbox add constraint event_outbox_kind_check
    check (kind in ('decision', 'data', 'label', 'case', 'audit', 'latency', 'externalCall', 'externalCallError'))`,
]
