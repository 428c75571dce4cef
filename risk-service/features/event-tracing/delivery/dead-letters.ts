import { sql } from 'kysely'
import { tracingLimits } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { buildMessages } from '../messages/build-messages.ts'
import type { TracedMessage, TracedRow } from '../messages/traced-message.ts'
import { chunksOf, isTooLarge } from './chunks.ts'
import type { ClaimedSubscription } from './claim.ts'
import { type PostResult, tooLarge } from './post-events.ts'
import { contentOf, maxBytesOf, type SentContent } from './sender.ts'
import { countHour, renewLease } from './subscription-progress.ts'

/** Seconds until letters are tried again whose receiver could not be reached. */
const pauseSeconds = 30

type Failure = NonNullable<PostResult['failure']>
type Post = (content: SentContent) => Promise<PostResult>

/** Stores events that a receiver rejected for good. */
export async function addDeadLetters(
  db: Db,
  newId: Ports['newId'],
  { id, environment_id }: ClaimedSubscription,
  events: readonly { seq: number; message: TracedMessage }[],
  { reason, status }: Failure,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async trx => {
    await trx
      .insertInto('event_dead_letter')
      .values(
        events.map(({ seq, message }) => ({
          id: newId(),
          environment_id,
          subscription_id: id,
          seq,
          name: message.name,
          event_id: message.eventId,
          failure: reason,
          status,
          created_at: now,
        })),
      )
      // A process that ended before it stored its progress meets them again.
      .onConflict(conflict => conflict.columns(['subscription_id', 'seq', 'name', 'event_id']).doNothing())
      .execute()
    await countHour(trx, { id, environment_id }, { delivered: 0, failed: events.length }, now)
  })
}

interface DueLetter extends TracedRow {
  letter_id: string
  name: string
  event_id: string
}

/**
 * Delivers dead letters again that somebody asked for, the oldest first; at most as many as one second allows. Returns
 * the number of letters that were tried, and whether any was accepted; null: the process ends, or the subscription was
 * changed, deactivated or removed, or belongs to another process by now; then nothing more may be sent.
 */
export async function redeliverLetters(
  ports: Pick<Ports, 'db' | 'clock'>,
  claimed: ClaimedSubscription,
  signal: AbortSignal,
  post: Post,
): Promise<{ tried: number; isAccepted: boolean } | null> {
  const { db, clock } = ports
  const { rows } = await sql<DueLetter>`
    select d.id as letter_id, d.name, d.event_id, t.seq, t.environment_id, t.kind, t.at, t.ref, t.created_at
    from event_dead_letter d join traced_event t on t.seq = d.seq
    where d.subscription_id = ${claimed.id}::uuid and d.redeliver_at <= ${clock()}::timestamptz
    order by d.seq limit ${tracingLimits.redeliveriesPerSecond}`.execute(db)
  if (rows.length === 0) {
    await withdrawOrphans(db, claimed.id, clock())
    return { tried: 0, isAccepted: false }
  }
  const messages = await buildMessages(db, [...new Map(rows.map(row => [row.seq, row])).values()])
  const letters = rows.map(row => ({
    id: row.letter_id,
    message: (messages.get(row.seq) ?? []).find(each => each.name === row.name && each.eventId === row.event_id),
  }))
  // Of an event that was deleted meanwhile nothing is left to deliver.
  await removeLetters(
    db,
    letters.filter(({ message }) => message === undefined).map(({ id }) => id),
  )
  const sendable = letters.flatMap(({ id, message }) => (message === undefined ? [] : [{ id, message }]))
  let isAccepted = false
  const maxBytes = maxBytesOf(claimed.sink)
  for (const chunk of chunksOf(sendable, ({ message }) => message.json, claimed.batch, claimed.batch, maxBytes)) {
    if (signal.aborted) return null
    const ids = chunk.items.map(({ id }) => id)
    const result = isTooLarge(chunk) ? tooLarge : await post(contentOf(chunk))
    // Letters whose message was broken off are sent again by the next process.
    if (signal.aborted && result.failure !== null) return null
    const now = clock()
    if (result.failure === null) {
      isAccepted = true
      await removeLetters(db, ids)
      await countHour(db, claimed, { delivered: ids.length, failed: 0 }, now)
    } else {
      await returnLetters(db, ids, result.failure)
      await countHour(db, claimed, { delivered: 0, failed: ids.length }, now)
      if (!result.isFinal) await postponeLetters(db, claimed.id, new Date(now.getTime() + pauseSeconds * 1000))
    }
    if (!(await renewLease(ports, claimed, result.failure === null))) return null
    if (result.failure !== null && !result.isFinal) break
  }
  return { tried: rows.length, isAccepted }
}

async function removeLetters(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('event_dead_letter').where('id', 'in', ids).execute()
}

/** Letters that were rejected again wait for somebody's choice again. */
async function returnLetters(db: Db, ids: readonly string[], { reason, status }: Failure): Promise<void> {
  await db
    .updateTable('event_dead_letter')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), redeliver_at: null, failure: reason, status }))
    .where('id', 'in', ids)
    .execute()
}

async function postponeLetters(db: Db, subscriptionId: string, until: Date): Promise<void> {
  await db
    .updateTable('event_dead_letter')
    .set({ redeliver_at: until })
    .where('subscription_id', '=', subscriptionId)
    .where('redeliver_at', 'is not', null)
    .execute()
}

/** Removes letters whose events are older than what is stored: they would be asked for without end. */
async function withdrawOrphans(db: Db, subscriptionId: string, now: Date): Promise<void> {
  await sql`
    delete from event_dead_letter d where d.subscription_id = ${subscriptionId}::uuid and d.redeliver_at <= ${now}::timestamptz
      and not exists (select from traced_event t where t.seq = d.seq)`.execute(db)
}
