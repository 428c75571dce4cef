import { sql } from 'kysely'
import { undecided } from '../../../contract/common/constants.ts'
import { isHeldOut } from '../../../engine/booster/held-out.ts'
import { loadSharing } from '../../../engine/booster/load-sharing.ts'
import type { BoosterDelivery } from '../../../ports/booster.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { loadSentEvents, type SentKey } from '../../review/sent-events.ts'
import { createMessage } from '../message/create-message.ts'
import type { BoosterRow } from '../store.ts'
import { participantOf } from './participant-of.ts'

/** A message is of use while its purchase is being authorised: milliseconds. */
export const usefulMs = 600_000
/** A decision that was committed late has an earlier time than those before it: milliseconds. */
const overlapMs = 15_000
const pageSize = 200

export interface TakeServices {
  ports: Pick<Ports, 'db' | 'clock'>
  delivery: Pick<BoosterDelivery, 'participants'>
}

/** Up to when an environment was read, and what was read of the time that is read again: when, by event. */
export interface ReadPurchases {
  to: Date
  seen: Map<string, Date>
}

/**
 * Plans a message for each new purchase whose bank or network takes part, once; those of the held-out share are noted
 * without one. What has been read is in memory: after a start, what is still of use is read again.
 * @param reached what was read of each environment
 */
export async function takePurchases(
  { ports, delivery }: TakeServices,
  reached: Map<string, ReadPurchases>,
): Promise<number> {
  if (delivery.participants.length === 0) return 0
  const { db } = ports
  let planned = 0
  for (const [environmentId, row] of await loadSharing(db)) {
    const now = ports.clock()
    const useful = now.getTime() - usefulMs
    const before = reached.get(environmentId)
    const from = Math.max((before?.to.getTime() ?? useful) - overlapMs, useful, row.changed_at.getTime())
    const seen = before?.seen ?? new Map<string, Date>()
    // No decision is later than when it was read: these are not read again.
    for (const [eventId, readAt] of seen) if (readAt.getTime() < from) seen.delete(eventId)
    planned += await takeSince(db, { environmentId, row, from: new Date(from), to: now, seen }, delivery)
    reached.set(environmentId, { to: now, seen })
  }
  return planned
}

interface Span {
  environmentId: string
  row: BoosterRow
  from: Date
  to: Date
  seen: Map<string, Date>
}

async function takeSince(
  db: Db,
  { environmentId, row, from, to, seen }: Span,
  { participants }: TakeServices['delivery'],
): Promise<number> {
  let planned = 0
  let after: SentKey | null = null
  for (;;) {
    const keys: SentKey[] = await newPurchases(db, { environmentId, from, to, after })
    const unseen = keys.filter(key => !seen.has(key.event_id))
    const timeOf = new Map(unseen.map(key => [key.event_id, key.at_text]))
    const messages = (await loadSentEvents(db, unseen)).flatMap(event => {
      const participant = participantOf(event.request, participants)
      const isShared = createMessage(event, 'standard', () => undefined).obstacle === null
      return participant === null || !isShared ? [] : [{ event, participant }]
    })
    if (messages.length > 0) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('booster_message')
        .values(
          messages.map(({ event, participant }) => {
            const heldOut = isHeldOut(row, event.row.externalId)
            return {
              environment_id: environmentId,
              event_id: event.row.eventId,
              at: timeOf.get(event.row.eventId) ?? event.row.at,
              external_id: event.row.externalId,
              participant: participant.name,
              state: heldOut ? ('heldOut' as const) : ('waiting' as const),
              next_at: heldOut ? null : to,
            }
          }),
        )
        .onConflict(conflict => conflict.columns(['environment_id', 'event_id']).doNothing())
        .executeTakeFirst()
      planned += Number(numInsertedOrUpdatedRows ?? 0)
    }
    for (const key of unseen) seen.set(key.event_id, to)
    if (keys.length < pageSize) return planned
    after = keys.at(-1) ?? null
  }
}

/** Returns a page of decided purchases that the merchant acts on and that are not planned yet, the earliest first. */
async function newPurchases(
  db: Db,
  { environmentId, from, to, after }: { environmentId: string; from: Date; to: Date; after: SentKey | null },
): Promise<SentKey[]> {
  const { rows } = await sql<SentKey>`
    select e.environment_id, e.at::text as at_text, e.event_id from event e
    where e.environment_id = ${environmentId}::uuid and e.event_type = 'purchase' and e.assessment_type = 'Protect'
      and e.decision <> ${undecided} and e.at >= ${from}::timestamptz and e.at <= ${to}::timestamptz
      ${after === null ? sql`` : sql`and (e.at, e.event_id) > (${after.at_text}::timestamptz, ${after.event_id}::uuid)`}
      and not exists (select from booster_message m where m.environment_id = e.environment_id and m.event_id = e.event_id)
    order by e.at, e.event_id limit ${pageSize}`.execute(db)
  return rows
}
