import { sql } from 'kysely'
import { labelledTypes } from '../../../../engine/data-events/labels.ts'
import type { Db } from '../../../../ports/database.ts'
import { firstIdAt } from '../../../event-ids.ts'
import { lockLabelled, relabel, relabelFrom } from '../label-sql.ts'
import { queryOn, uploadMark } from '../upload-query.ts'

/** Milliseconds for which a transaction of another process is waited for: an event is written in less. */
const longestWaitMs = 15_000
const waitStepMs = 50
const pageSize = 2000

/** Waits until every transaction has ended that writes at this moment. Returns false where one takes too long. */
export async function waitForWriters(db: Db, longestMs = longestWaitMs): Promise<boolean> {
  // Younger than all of them.
  const {
    rows: [now],
  } = await sql<{ own: string }>`select pg_current_xact_id()::text as own`.execute(db)
  const until = performance.now() + longestMs
  for (;;) {
    const {
      rows: [row],
    } = await sql<{
      ended: boolean
    }>`select pg_snapshot_xmin(pg_current_snapshot()) >= ${now?.own}::text::xid8 as ended`.execute(db)
    if (row?.ended) return true
    if (performance.now() > until) return false
    await new Promise(resolve => setTimeout(resolve, waitStepMs))
  }
}

interface ReceivedLabel {
  object_type: string
  object_id: string
  label_key: string
  received_at: string
  is_own: boolean
}

/**
 * Labels the events that a run of data upload could not see: those that others stored while it stored labels; and its own
 * with the labels that others stored meanwhile, which did not see these events. Idempotent.
 * @param since no label and no event is older of which one could be missed
 * @param onPage called after each page
 */
export async function relabelReceived(
  db: Db,
  {
    environmentId,
    runId,
    since,
    ownTypes,
  }: { environmentId: string; runId: string; since: Date; ownTypes: readonly string[] },
  onPage: () => Promise<void>,
): Promise<void> {
  await waitForWriters(db)
  let after: ReceivedLabel | undefined
  for (;;) {
    const { rows }: { rows: ReceivedLabel[] } = await sql<ReceivedLabel>`
      select object_type, object_id, label_key, received_at::text as received_at,
        coalesce(body ->> ${uploadMark} = ${runId}, false) as is_own
      from event_label where environment_id = ${environmentId}::uuid and received_at >= ${since}::timestamptz
        ${after === undefined ? sql`` : sql`and (received_at, label_key) > (${after.received_at}::timestamptz, ${after.label_key})`}
      order by received_at, label_key limit ${pageSize}::int`.execute(db)
    for (const own of [true, false]) {
      const labels = rows.filter(({ is_own }) => is_own === own)
      if (labels.length === 0) continue
      const objects = JSON.stringify(
        labels.map(({ object_type, object_id }) => ({
          environment_id: environmentId,
          object_type,
          object_id,
          event_types: labelledTypes(object_type, ownTypes),
        })),
      )
      await db.transaction().execute(async trx => {
        const query = queryOn(trx)
        await query({ name: 'lock-labelled', text: lockLabelled, values: [objects] })
        // Labels of the run have found all events but new ones.
        if (own) await query({ name: 'relabel-from', text: relabelFrom, values: [objects, firstIdAt(since)] })
        else await query({ name: 'relabel', text: relabel, values: [objects] })
      })
    }
    await onPage()
    if (rows.length < pageSize) return
    after = rows.at(-1)
  }
}
