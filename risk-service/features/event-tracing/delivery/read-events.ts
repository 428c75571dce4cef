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
}

/** Returns the kinds of rows that can become events of some kinds. */
export const rowKindsOf = (kinds: readonly EventKind[]): TracedRow['kind'][] => [
  ...new Set(kinds.flatMap(kind => sources[kind])),
]

/** Rows of the outbox that are numbered at a time. */
export const outboxBatch = 2000

/**
 * Numbers what stands in the outbox, in its order; one process at a time. Returns the number of rows. Without gaps: what
 * a later transaction commits gets a later number, so that a reader who remembers a number misses nothing.
 */
export async function moveOutbox(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async trx => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('event outbox', 0)) as locked`.execute(trx)
    if (rows[0]?.locked !== true) return 0
    const { rows: moved } = await sql<{ count: number }>`
      with due as (
        select id from event_outbox where not_before is null or not_before <= ${now}::timestamptz
        order by id limit ${outboxBatch}
      ), moved as (
        delete from event_outbox o using due where o.id = due.id returning o.*
      ), numbered as (
        insert into traced_event (environment_id, kind, at, ref, created_at)
        select m.environment_id, m.kind, m.at, m.ref, greatest(m.created_at, m.not_before)
        from moved m join environment e on e.id = m.environment_id order by m.id
      )
      select count(*) as count from moved`.execute(trx)
    return Number(moved[0]?.count ?? 0)
  })
}

export interface EventPage {
  /** In their order; one row can have several messages. */
  events: { seq: number; createdAt: Date; message: TracedMessage }[]
  /** The page contains everything up to this number. */
  upTo: number
  isLast: boolean
}

/** Reads the events of some environments after a number, in the shapes that are sent. */
export async function readEvents(
  db: Db,
  {
    scope,
    after,
    kinds,
    limit,
    before = null,
  }: {
    scope: readonly string[]
    after: number
    kinds: readonly EventKind[]
    limit: number
    /** Reads up to the first event that was numbered at this time or later. */
    before?: Date | null
  },
  build: MessageBuilder = rows => buildMessages(db, rows),
): Promise<EventPage> {
  const rowKinds = rowKindsOf(kinds)
  const { rows: ends } = await sql<{ seq: number }>`
    select coalesce(
      (select min(seq) - 1 from traced_event where seq > ${after} and created_at >= ${before}::timestamptz),
      (select max(seq) from traced_event), 0
    ) as seq`.execute(db)
  const end = Math.max(after, ends[0]?.seq ?? 0)
  const { rows } = await sql<TracedRow>`
    select seq, environment_id, kind, at, ref, created_at from traced_event
    where seq > ${after} and seq <= ${end} and environment_id = any(${scope}::uuid[]) and kind = any(${rowKinds}::text[])
    order by seq limit ${limit}`.execute(db)
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
