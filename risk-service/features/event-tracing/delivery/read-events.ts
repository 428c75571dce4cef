import { sql } from 'kysely'
import type { EventKind } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import { buildMessages } from '../messages/build-messages.ts'
import type { MessageBuilder } from '../messages/message-builder.ts'
import type { TracedMessage, TracedRow } from '../messages/traced-message.ts'

/** What rows of the outbox can become, by kind of event. */
const sources: Readonly<Record<EventKind, readonly TracedRow['kind'][]>> = {
  transactional: ['decision', 'data', 'label'],
  trace: ['decision'],
  assessment: ['decision'],
  observation: ['data'],
  label: ['label'],
  caseManagement: ['case'],
  audit: ['audit'],
  activityLog: ['audit'],
  latency: ['latency'],
  externalCall: ['externalCall'],
  externalCallError: ['externalCallError'],
}

/** Returns the kinds of rows that can become events of some kinds. */
export const rowKindsOf = (kinds: readonly EventKind[]): TracedRow['kind'][] => [
  ...new Set(kinds.flatMap(kind => sources[kind])),
]

/** Rows of the outbox that are numbered at a time: a row of a batch of decisions refers to some dozens of them. */
export const outboxBatch = 500

/**
 * Numbers what stands in the outbox, in its order; one process at a time. Returns the number of rows. Without gaps: what
 * a later transaction commits gets a later number, so that a reader who remembers a number misses nothing. Numbers are
 * on the disk before anybody can read them, whatever the connection's setting.
 */
export async function moveOutbox(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with locked as materialized (
      select set_config('synchronous_commit', 'on', true), pg_try_advisory_xact_lock(hashtextextended('event outbox', 0)) as is_locked
    ), due as (
      select o.id from locked cross join lateral (
        select id from event_outbox where locked.is_locked and (not_before is null or not_before <= ${now}::timestamptz)
        order by id limit ${outboxBatch}
      ) o
    ), moved as (
      -- What another process has moved since the beginning of the statement is gone, and returns nothing.
      delete from event_outbox o using due where o.id = due.id returning o.*
    ), numbered as (
      insert into traced_event (environment_id, kind, at, ref, created_at)
      select m.environment_id, m.kind, r.at, r.ref, greatest(m.created_at, m.not_before)
      from moved m join environment e on e.id = m.environment_id
      cross join lateral unnest(coalesce(m.ats, array[m.at]), coalesce(m.refs, array[m.ref])) with ordinality as r(at, ref, n)
      order by m.id, r.n
    )
    select count(*) as count from moved`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** An event of a page, with the number of its row and the time at which it got it. */
export interface PagedEvent {
  seq: number
  createdAt: Date
  message: TracedMessage
}

export interface EventPage {
  /** In their order; one row can have several messages. */
  events: PagedEvent[]
  /** The page contains everything up to this number. */
  upTo: number
  isLast: boolean
}

/** Which events are read. */
export interface PageRequest {
  scope: readonly string[]
  after: number
  kinds: readonly EventKind[]
  limit: number
  /** Reads up to the first event that was numbered at this time or later. */
  before?: Date | null
}

/** Reads the events of some environments after a number, in the shapes that are sent. */
export async function readEvents(
  db: Db,
  { scope, after, kinds, limit, before = null }: PageRequest,
  build: MessageBuilder = rows => buildMessages(db, rows),
): Promise<EventPage> {
  const rowKinds = rowKindsOf(kinds)
  const last = sql`coalesce((select max(seq) from traced_event), 0)`
  const upTo =
    before === null
      ? last
      : sql`coalesce((select min(seq) - 1 from traced_event where seq > ${after} and created_at >= ${before}::timestamptz), ${last})`
  const { rows: found } = await sql<{ end: number } & (TracedRow | { seq: null })>`
    select e."end", t.* from (select ${upTo} as "end") e
    left join lateral (
      select seq, environment_id, kind, at, ref, created_at from traced_event
      where seq > ${after} and seq <= e."end" and environment_id = any(${scope}::uuid[]) and kind = any(${rowKinds}::text[])
      order by seq limit ${limit}
    ) t on true
    order by t.seq`.execute(db)
  const end = Math.max(after, found[0]?.end ?? 0)
  const rows = found.filter((row): row is { end: number } & TracedRow => row.seq !== null)
  const messages = await build(rows)
  return {
    events: rows.flatMap(({ seq, created_at }) =>
      (messages.get(seq) ?? [])
        .filter(({ kind }) => kinds.includes(kind))
        .map(message => ({ seq, createdAt: created_at, message })),
    ),
    upTo: rows.length < limit ? end : (rows.at(-1)?.seq ?? end),
    isLast: rows.length < limit,
  }
}
