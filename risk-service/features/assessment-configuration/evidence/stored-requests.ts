import { sql } from 'kysely'
import type { Json } from '../../../engine/lib/json.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'

/** Rows of one round trip. */
const rowsPerFetch = 500

interface Selection {
  environmentIds: readonly string[]
  eventType: string
  limit: number
}

/**
 * Passes what callers sent for the latest events of an assessment to a callback, some at a time. Each environment is
 * read along the index of types that are not purchases.
 */
export async function visitRequests(
  db: Db,
  { environmentIds, eventType, limit }: Selection,
  signal: AbortSignal,
  visit: (requests: readonly Json[]) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async trx => {
    await sql`declare checked no scroll cursor for
      select b.request from (
        select one.environment_id, one.at, one.event_id from unnest(${[...environmentIds]}::uuid[]) as place(id)
          cross join lateral (
            select e.environment_id, e.at, e.event_id from event e
              where e.environment_id = place.id and e.event_type = ${eventType} and e.event_type <> 'purchase'
              order by e.at desc, e.event_id desc limit ${limit}) as one
        order by one.at desc, one.event_id desc limit ${limit}) as latest
      join lateral (select d.request from event_body d
        where d.environment_id = latest.environment_id and d.at = latest.at and d.event_id = latest.event_id offset 0) as b on true`.execute(
      trx,
      cancellable(signal),
    )
    for (;;) {
      const { rows } = await sql<{ request: Json }>`fetch ${sql.lit(rowsPerFetch)} from checked`.execute(
        trx,
        cancellable(signal),
      )
      if (rows.length === 0) return
      signal.throwIfAborted()
      await visit(rows.map(({ request }) => request))
    }
  })
}
