import { sql } from 'kysely'
import { tracingLimits } from '../../../contract/index.ts'
import type { LiveHub } from '../../../kernel/live/live-hub.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { notify } from '../../notifications/notify.ts'
import type { ClaimedSubscription } from './claim.ts'
import type { PostResult } from './post-events.ts'
import { refreshTracedEnvironments } from './traced-environments.ts'

/** Milliseconds until the attempt after this many: five seconds, half a minute, and so on, at last every hour. */
const retries = [5_000, 30_000, 120_000, 600_000, 1_800_000]
const retryMs = (attempts: number): number => retries[attempts - 1] ?? 3_600_000

/** Time for which a subscription belongs to the process that delivers it. */
export const leaseMs = 60_000

export interface ProgressServices {
  ports: Pick<Ports, 'db' | 'clock' | 'log' | 'newId'>
  live: LiveHub
}

/** What was delivered since progress was last stored. */
export interface Progress {
  reached: number
  delivered: number
  delayMs: number | null
}

/**
 * Stores that events were delivered, and renews the lease. False: the subscription was changed, deactivated or removed,
 * or belongs to another process by now; then nothing more may be sent.
 */
export async function storeProgress(
  db: Db,
  claimed: ClaimedSubscription,
  progress: Progress,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async trx => {
    const { numUpdatedRows } = await owned(trx, claimed)
      .set({
        reached: progress.reached,
        lease_until: new Date(now.getTime() + leaseMs),
        ...(progress.reached > claimed.reached ? noFailure : {}),
        ...(progress.delivered > 0 ? { delivered_at: now, delay_ms: progress.delayMs } : {}),
      })
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await countHour(trx, claimed, { delivered: progress.delivered, failed: 0 }, now)
    return true
  })
}

/** Of a subscription for which nothing waits that failed. */
const noFailure = {
  attempts: 0,
  next_at: null,
  failing_since: null,
  delivery_id: null,
  failure: null,
  status: null,
  answer: null,
  notified_at: null,
}

/** Stores a failure after which the same message is sent again, and stops a subscription that fails for a day. */
export async function storeFailure(
  { ports, live }: ProgressServices,
  claimed: ClaimedSubscription,
  deliveryId: string,
  { failure, retryAfterMs }: PostResult,
): Promise<void> {
  const now = ports.clock()
  const since = claimed.failing_since ?? now
  const minutes = (now.getTime() - since.getTime()) / 60_000
  const stops = minutes >= tracingLimits.stopHours * 60
  const announces = stops || (minutes >= tracingLimits.failingMinutes && claimed.notified_at === null)
  const attempts = claimed.attempts + 1
  const announce = await ports.db.transaction().execute(async trx => {
    const { numUpdatedRows } = await owned(trx, claimed)
      .set({
        attempts,
        next_at: new Date(now.getTime() + Math.max(retryAfterMs, retryMs(attempts))),
        failing_since: since,
        delivery_id: deliveryId,
        failure: failure?.reason ?? null,
        status: failure?.status ?? null,
        answer: failure?.answer ?? null,
        ...(announces ? { notified_at: now } : {}),
        ...(stops ? { active: false, stopped_at: now, version: claimed.version + 1 } : {}),
      })
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return null
    await countHour(trx, claimed, { delivered: 0, failed: 1 }, now)
    if (stops) await refreshTracedEnvironments(trx, now)
    if (!announces) return null
    return notify(
      trx,
      { ports, live },
      {
        tenantId: claimed.tenant_id,
        environmentId: claimed.environment_id,
        event: stops ? 'SubscriptionStopped' : 'SubscriptionFailing',
        params: { name: claimed.name },
      },
    )
  })
  announce?.()
}

/** Adds to the counts of the present hour. */
export async function countHour(
  trx: Db,
  { id, environment_id }: Pick<ClaimedSubscription, 'id' | 'environment_id'>,
  { delivered, failed }: { delivered: number; failed: number },
  now: Date,
): Promise<void> {
  if (delivered + failed === 0) return
  await sql`
    insert into event_delivery_hour as h (environment_id, subscription_id, hour, delivered, failed)
    values (${environment_id}::uuid, ${id}::uuid, date_trunc('hour', ${now}::timestamptz, 'UTC'), ${delivered}, ${failed})
    on conflict (subscription_id, hour)
    do update set delivered = h.delivered + excluded.delivered, failed = h.failed + excluded.failed`.execute(trx)
}

/** Gives a subscription back, so that another process can deliver it. */
export async function releaseSubscription(db: Db, { id, lease_owner }: ClaimedSubscription): Promise<void> {
  await db
    .updateTable('event_subscription')
    .set({ lease_owner: null, lease_until: null })
    .where('id', '=', id)
    .where('lease_owner', '=', lease_owner)
    .execute()
}

const owned = (trx: Db, { id, lease_owner, version }: ClaimedSubscription) =>
  trx
    .updateTable('event_subscription')
    .where('id', '=', id)
    .where('lease_owner', '=', lease_owner)
    .where('version', '=', version)
    .where('active', '=', true)
