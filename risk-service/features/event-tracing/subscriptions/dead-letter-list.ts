import { hiddenPart } from '../../../contract/common/personal-data.ts'
import { type DeadLetter, type DeliveryFailure, tracingLimits } from '../../../contract/index.ts'
import type { Masking } from '../../../kernel/personal-data/masking.ts'
import { labelNames } from '../messages/label-messages.ts'
import { subscriptions, writeAudit } from './change-subscriptions.ts'
import { loadSubscriptions, type SubscriptionRow, type TracingCall } from './read-subscriptions.ts'

/** Returns the events of a subscription that were not accepted, the latest first. */
export async function listDeadLetters(
  call: TracingCall,
  { subscriptionId }: { subscriptionId: string },
): Promise<{ total: number; deadLetters: DeadLetter[] }> {
  await requireSubscription(call, subscriptionId)
  const letters = call.db.selectFrom('event_dead_letter as d').where('d.subscription_id', '=', subscriptionId)
  const { total } = await letters.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow()
  const rows = await letters
    .leftJoin('traced_event as t', join => join.onRef('t.seq', '=', 'd.seq').on('t.kind', '=', 'label'))
    .leftJoin('event_label as l', join =>
      join.onRef('l.environment_id', '=', 't.environment_id').onRef('l.label_key', '=', 't.ref'),
    )
    .selectAll('d')
    .select('l.object_type')
    .orderBy('d.seq', 'desc')
    .limit(tracingLimits.deadLetters)
    .execute()
  return {
    total: Number(total),
    deadLetters: rows.map(row => ({
      id: row.id,
      name: row.name,
      eventId: eventIdOf(row, call.masking),
      failure: { reason: row.failure as DeliveryFailure, status: row.status },
      attempts: row.attempts,
      at: row.created_at.toISOString(),
      isQueued: row.redeliver_at !== null,
    })),
  }
}

/**
 * Returns the id of an event. That of a label is what it is about, such as an e-mail address: callers from whom personal
 * data is hidden get the type of it.
 */
const eventIdOf = (
  { name, event_id, object_type }: { name: string; event_id: string; object_type: string | null },
  masking: Masking,
): string => (masking.kinds.size > 0 && labelNames.has(name) ? (object_type ?? hiddenPart) : event_id)

/** Has a dead letter delivered again, or all of them; the deliverer limits how many of them are sent in a second. */
export async function redeliver(
  call: TracingCall,
  { subscriptionId, deadLetterId }: { subscriptionId: string; deadLetterId: string | null },
): Promise<{ queued: number }> {
  const found = await requireSubscription(call, subscriptionId)
  return call.db.transaction().execute(async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('event_dead_letter')
      .set({ redeliver_at: call.ports.clock() })
      .where('subscription_id', '=', subscriptionId)
      .where('redeliver_at', 'is', null)
      .$if(deadLetterId !== null, query => query.where('id', '=', deadLetterId))
      .executeTakeFirst()
    const queued = Number(numUpdatedRows)
    if (queued > 0) await writeAudit(trx, call, found, 'Requeue', null, { deadLetters: queued })
    return { queued }
  })
}

/** @throws NotFoundError for a subscription of another environment */
export async function requireSubscription({ db, environmentId }: TracingCall, id: string): Promise<SubscriptionRow> {
  return subscriptions.require((await loadSubscriptions(db, environmentId)).find(each => each.id === id))
}
