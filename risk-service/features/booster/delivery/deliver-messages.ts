import { type RawBuilder, sql } from 'kysely'
import { loadSharing } from '../../../engine/booster/load-sharing.ts'
import type { BoosterDelivery } from '../../../ports/booster.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { loadSentEvents } from '../../review/sent-events.ts'
import { createMessage, type PlaceOf, textOfMessage } from '../message/create-message.ts'
import { usefulMs } from './take-purchases.ts'

export interface DeliverServices {
  ports: Pick<Ports, 'db' | 'clock' | 'log'>
  delivery: BoosterDelivery
  placeOf: PlaceOf
}

interface DueMessage {
  environment_id: string
  event_id: string
  at: Date
  at_text: string
  participant: string
  attempts: number
}

const batch = 50
/** Time after which a message that another process has begun and not ended is tried again. */
const leaseMs = 60_000
const encoder = new TextEncoder()

/** Milliseconds before the attempt after this many: five seconds, doubling. */
const retryMs = (attempts: number): number => 5000 * 2 ** (attempts - 1)

/**
 * Sends messages to one participant that are due, each at least once and under the same id, while they are of use. Each
 * is made from the stored event, as its preview is. Returns whether more may be due.
 * @param participant null: ends the messages to those that take part no more
 */
export async function deliverMessages(
  services: DeliverServices,
  participant: string | null,
): Promise<{ attempts: number; more: boolean }> {
  const { db, clock, log } = services.ports
  const due = await claimDue(db, receiverIs(services, participant), clock())
  if (due.length === 0) return { attempts: 0, more: false }
  const sharing = await loadSharing(db)
  const outcomes = await Promise.allSettled(
    due.map(each => deliver(services, each, sharing.get(each.environment_id)?.level ?? 'off')),
  )
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      log.write(2, 'booster.not-delivered', { name: outcome.reason instanceof Error ? outcome.reason.name : 'unknown' })
  return { attempts: due.length, more: due.length === batch }
}

const receiverIs = ({ delivery }: DeliverServices, participant: string | null): RawBuilder<unknown> =>
  participant === null
    ? sql`participant <> all(${delivery.participants.map(({ name }) => name)}::text[])`
    : sql`participant = ${participant}`

async function claimDue(db: Db, receiver: RawBuilder<unknown>, now: Date): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    with due as (
      select environment_id, event_id from booster_message where ${receiver} and next_at <= ${now}::timestamptz
      order by next_at limit ${batch} for update skip locked
    )
    update booster_message m set attempts = m.attempts + 1, next_at = ${new Date(now.getTime() + leaseMs)}::timestamptz
    from due where m.environment_id = due.environment_id and m.event_id = due.event_id
    returning m.environment_id, m.event_id, m.at, m.at::text as at_text, m.participant, m.attempts`.execute(db)
  return rows
}

async function deliver(
  { ports: { db, clock }, delivery, placeOf }: DeliverServices,
  due: DueMessage,
  level: 'off' | 'standard' | 'raw',
): Promise<void> {
  const now = clock()
  const end = (state: 'sent' | 'failed', failure: string | null) =>
    db
      .updateTable('booster_message')
      .set({ state, failure, next_at: null })
      .where('environment_id', '=', due.environment_id)
      .where('event_id', '=', due.event_id)
      .execute()
  // Who has switched it off meanwhile shares nothing more.
  if (level === 'off') return void (await end('failed', 'off'))
  const age = now.getTime() - due.at.getTime()
  if (age > usefulMs) return void (await end('failed', 'late'))
  const [event] = await loadSentEvents(db, [due])
  const message = event && createMessage(event, level, placeOf).message
  if (!message) return void (await end('failed', 'removed'))
  const refusal = await delivery.send(due.participant, {
    environmentId: due.environment_id,
    id: due.event_id,
    attempt: due.attempts,
    body: encoder.encode(textOfMessage(message)),
    at: now,
  })
  if (refusal === null) return void (await end('sent', null))
  const next = retryMs(due.attempts)
  if (refusal.isFinal || age + next > usefulMs) return void (await end('failed', refusal.failure))
  await db
    .updateTable('booster_message')
    .set({ failure: refusal.failure, next_at: new Date(now.getTime() + next) })
    .where('environment_id', '=', due.environment_id)
    .where('event_id', '=', due.event_id)
    .execute()
}
