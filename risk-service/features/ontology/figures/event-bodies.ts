import { sql } from 'kysely'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'

/** Events of one type in some environments from a time on. */
export interface EventSelection {
  environmentIds: readonly string[]
  /** Key of the assessment, or name of the data event, without regard to letter case. */
  event: string
  from: Date
  /** The end of the time, which does not belong to it; none when absent. */
  to?: Date
}

/** A stored event as figures read it. */
export interface StoredBody {
  at: Date
  /** As it was sent. */
  sent: unknown
  /** Attributes of the device; null for data events. */
  device: unknown
  /** The API client that sent it; null where that is unknown. */
  client: string | null
}

/** Rows of one round trip. */
const rowsPerFetch = 1000

/** Assessments are stored as events; everything else as data events and labels. */
type Stored = 'event' | 'data' | 'label'

/**
 * All labels are in one table; the ontology of purchases describes those of purchases. Labels of accounts name their
 * user, and those of a tenant's assessment their time.
 */
const ofPurchases = sql`object_type in ('Purchase', 'Account', 'PI', 'Email')
  and not coalesce(body -> '_metadata' ?| array['userId', 'timestamp'], false)`

const countOf: Readonly<Record<Stored, (selection: EventSelection) => ReturnType<typeof sql>>> = {
  event: ({ environmentIds, event, from }) =>
    sql`select count(*)::int as events from event where environment_id = any(${[...environmentIds]}::uuid[]) and at >= ${from} and lower(event_type) = ${event.toLowerCase()}`,
  data: ({ environmentIds, event, from }) =>
    sql`select count(*)::int as events from data_event where environment_id = any(${[...environmentIds]}::uuid[]) and at >= ${from} and lower(event_type) = ${event.toLowerCase()}`,
  label: ({ environmentIds, from }) =>
    sql`select count(*)::int as events from event_label where environment_id = any(${[...environmentIds]}::uuid[]) and received_at >= ${from} and ${ofPurchases}`,
}
const rowsOf: Readonly<Record<Stored, (selection: EventSelection, limit: number) => ReturnType<typeof sql>>> = {
  event: ({ environmentIds, event, from, to }, limit) =>
    sql`select e.at, b.request as sent, b.enrichment -> 'deviceAttributes' as device, b.enrichment ->> 'apiClient' as client
      from (select environment_id, at, event_id from event
        where environment_id = any(${[...environmentIds]}::uuid[]) and at >= ${from} ${to === undefined ? sql`` : sql`and at < ${to}`} and lower(event_type) = ${event.toLowerCase()}
        order by at desc limit ${limit}) as e
      join lateral (select d.request, d.enrichment from event_body d
        where d.environment_id = e.environment_id and d.at = e.at and d.event_id = e.event_id offset 0) as b on true`,
  data: ({ environmentIds, event, from }, limit) =>
    sql`select at, body as sent, null as device, null as client from data_event
      where environment_id = any(${[...environmentIds]}::uuid[]) and at >= ${from} and lower(event_type) = ${event.toLowerCase()}
      order by at desc limit ${limit}`,
  label: ({ environmentIds, from }, limit) =>
    sql`select received_at as at, body as sent, null as device, null as client from event_label
      where environment_id = any(${[...environmentIds]}::uuid[]) and received_at >= ${from} and ${ofPurchases}
      order by received_at desc limit ${limit}`,
}

/** Returns the number of events of a selection. */
export async function countBodies(
  db: Db,
  stored: Stored,
  selection: EventSelection,
  signal: AbortSignal,
): Promise<number> {
  const { rows } = await (countOf[stored](selection) as ReturnType<typeof sql<{ events: number }>>).execute(
    db,
    cancellable(signal),
  )
  return rows[0]?.events ?? 0
}

/** Passes the latest events of a selection to a callback, some at a time, while the next ones are read. */
export async function visitBodies(
  db: Db,
  stored: Stored,
  selection: EventSelection,
  limit: number,
  signal: AbortSignal,
  visit: (bodies: readonly StoredBody[]) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async trx => {
    await sql`declare measured no scroll cursor for ${rowsOf[stored](selection, limit)}`.execute(
      trx,
      cancellable(signal),
    )
    const fetch = () => sql<StoredBody>`fetch ${sql.lit(rowsPerFetch)} from measured`.execute(trx, cancellable(signal))
    let { rows } = await fetch()
    while (rows.length > 0) {
      signal.throwIfAborted()
      const [next] = await Promise.all([fetch(), visit(rows)])
      rows = next.rows
    }
  })
}

/** Returns where an event of an ontology is stored. */
export const storedAs = (event: string, isAssessed: boolean): Stored =>
  isAssessed ? 'event' : event === 'label' ? 'label' : 'data'
