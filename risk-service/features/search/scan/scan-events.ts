import { type RawBuilder, sql } from 'kysely'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import { rowColumns, type StoredRow } from '../../../kernel/store/events/event-row.ts'
import type { Db } from '../../../ports/database.ts'
import { type Query, source } from '../store.ts'

/** An event with its stored request. */
export type ScannedEvent = StoredRow & {
  request: unknown
  /** Hour of the transaction date, 0 to 23, in the time zone of the scan. */
  hour: number
  /** Day of the week, 1 (Monday) to 7, in the time zone of the scan. */
  weekday: number
}

export interface Scan {
  query: Query
  timeZone: string
  /** Share of the events to be drawn, 0 to 1; the same events each time. */
  share: number
}

/** Rows of one round trip: reading them takes the service some hundredths of a second. */
const rowsPerFetch = 2000

/** Events are drawn by the hash of their id: evenly, and independently of everything that they contain. */
const hashed = sql`(uuid_hash_extended(e.event_id, 0) & 1048575)`
const isDrawn = (share: number): RawBuilder<boolean> | undefined =>
  share >= 1 ? undefined : sql<boolean>`${hashed} < ${Math.ceil(share * 1_048_576)}::int`

/**
 * Reads the events of a query, in no particular order, and passes them to a callback some thousand at a time, while the
 * next ones are read.
 */
export async function scanEvents(
  db: Db,
  { query, timeZone, share }: Scan,
  signal: AbortSignal,
  visit: (events: readonly ScannedEvent[]) => Promise<void>,
): Promise<void> {
  const local = sql`(e.at at time zone ${timeZone}::text)`
  // `offset 0` has requests fetched by key: a join would read those of all events.
  const parts = query.scope.map(
    environmentId => sql`select ${rowColumns('e')}, b.request,
      extract(hour from ${local})::int as hour, extract(isodow from ${local})::int as weekday
      from (select e.* from ${source(environmentId, query, isDrawn(share))}) as e
      left join lateral (select d.request from event_body d
        where d.environment_id = e.environment_id and d.at = e.at and d.event_id = e.event_id offset 0) as b on true`,
  )
  await db.transaction().execute(async trx => {
    // All rows are read: a plan for the first of them would take longer.
    await sql`set local cursor_tuple_fraction = 1`.execute(trx)
    await sql`declare scanned no scroll cursor for ${sql.join(parts, sql` union all `)}`.execute(
      trx,
      cancellable(signal),
    )
    const fetch = () => sql<ScannedEvent>`fetch ${sql.lit(rowsPerFetch)} from scanned`.execute(trx, cancellable(signal))
    let { rows } = await fetch()
    while (rows.length > 0) {
      signal.throwIfAborted()
      const [next] = await Promise.all([fetch(), visit(rows)])
      rows = next.rows
    }
  })
}

/** Returns the number of matching events, at most `limit`; null for their exact number. */
export async function countUpTo(db: Db, query: Query, limit: number | null, signal: AbortSignal): Promise<number> {
  const parts = query.scope.map(environmentId => sql`(select 1 from ${source(environmentId, query)} limit ${limit})`)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from (${sql.join(parts, sql` union all `)}) as u limit ${limit}) as c`.execute(
    db,
    cancellable(signal),
  )
  return rows[0]?.count ?? 0
}

/** Returns the ids of the service of the events that a scan of this share reads. */
export async function scanIds(
  db: Db,
  { query, share }: Omit<Scan, 'timeZone'>,
  signal: AbortSignal,
): Promise<string[]> {
  const parts = query.scope.map(
    environmentId => sql`select e.event_id from ${source(environmentId, query, isDrawn(share))}`,
  )
  const { rows } = await sql<{ event_id: string }>`${sql.join(parts, sql` union all `)}`.execute(
    db,
    cancellable(signal),
  )
  return rows.map(({ event_id }) => event_id)
}
