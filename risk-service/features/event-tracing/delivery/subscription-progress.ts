import { sql, type UpdateObject } from 'kysely'
import { tracingLimits } from '../../../contract/index.ts'
import type { LiveHub } from '../../../kernel/live/live-hub.ts'
import type { Database, Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import type { HistoryState } from '../../../ports/tables/review/event-tracing.ts'
import { notify } from '../../notifications/notify.ts'
import type { ClaimedSubscription, FailureState } from './claim.ts'
import { refreshTracedEnvironments } from './traced-environments.ts'

/** Milliseconds until the attempt after this many: five seconds, half a minute, and so on, at last every hour. */
const retries = [5_000, 30_000, 120_000, 600_000, 1_800_000]
const retryMs = (attempts: number): number => retries[attempts - 1] ?? 3_600_000

/** Time for which a subscription belongs to the process that delivers it. */
export const leaseMs = 60_000

export interface ProgressServices {
  ports: Pick<Ports, 'db' | 'clock' | 'log' | 'newId'>
  live: Pick<LiveHub, 'publish'>
}

/** What happened since progress was last stored. */
export interface Progress {
  reached: number
  delivered: number
  delayMs: number | null
  state: FailureState
  /** Something was not accepted. */
  hasFailed: boolean
  /** Of a failure after which the same message is sent again: the time that the receiver asks to wait. */
  retryAfterMs: number | null
  /** Of files: what else is stored with it. */
  files?: FileProgress
}
interface FileProgress {
  history: HistoryState | null
  /** Files that were written. */
  written: number
  /** The end of the present half hour; null: more is to be written at once. */
  nextAt: Date | null
  store: (trx: Db) => Promise<void>
}

/** The state of a subscription for which no message waits that was tried. */
export const untried = { attempts: 0, delivery_id: null, delivery_count: null, delivery_digest: null } as const

/** The state of a subscription whose receiver accepted what it got last. */
export const accepted: FailureState = {
  ...untried,
  failing_since: null,
  notified_at: null,
  failure: null,
  status: null,
}

/** Returns the state of a subscription as it was claimed. */
export const stateOf = (claimed: ClaimedSubscription): FailureState => ({
  attempts: claimed.attempts,
  delivery_id: claimed.delivery_id,
  delivery_count: claimed.delivery_count,
  delivery_digest: claimed.delivery_digest,
  failing_since: claimed.failing_since,
  notified_at: claimed.notified_at,
  failure: claimed.failure,
  status: claimed.status,
})

/**
 * Stores what was delivered and what was not, and renews the lease. A subscription of which nothing was accepted for a
 * quarter of an hour is announced, after a day it stops. Returns the state that was stored; null: the subscription was
 * stopped, changed, deactivated or removed, or belongs to another process by now; then nothing more may be sent.
 */
export async function storeProgress(
  { ports, live }: ProgressServices,
  claimed: ClaimedSubscription,
  { reached, delivered, delayMs, state, hasFailed, retryAfterMs, files }: Progress,
): Promise<FailureState | null> {
  const now = ports.clock()
  const minutes = hasFailed && state.failing_since !== null ? minutesBetween(state.failing_since, now) : 0
  const stops = minutes >= tracingLimits.stopHours * 60
  const announces = stops || (minutes >= tracingLimits.failingMinutes && state.notified_at === null)
  const stored: FailureState = announces ? { ...state, notified_at: now } : state
  const changed = {
    reached,
    lease_until: new Date(now.getTime() + leaseMs),
    ...stored,
    ...(retryAfterMs === null
      ? state.attempts === 0
        ? { next_at: null }
        : {}
      : { next_at: nextAttempt(stored, retryAfterMs, now) }),
    ...(delivered > 0 ? { delivered_at: now, delay_ms: delayMs } : {}),
    ...(stops ? { active: false, stopped_at: now, version: claimed.version + 1 } : {}),
    ...(files === undefined
      ? {}
      : {
          history: files.history && JSON.stringify(files.history),
          files: sql<number>`files + ${files.written}::int`,
          next_at: files.nextAt,
        }),
  }
  const counts = { delivered, failed: retryAfterMs === null ? 0 : 1 }
  // Most of the time one statement.
  if (!announces && files === undefined)
    return (await storeState(ports.db, claimed, changed, counts, now)) ? stored : null
  const { isOwned, announce } = await ports.db.transaction().execute(async trx => {
    if (!(await storeState(trx, claimed, changed, counts, now))) return { isOwned: false, announce: null }
    await files?.store(trx)
    if (!announces) return { isOwned: true, announce: null }
    if (stops) await refreshTracedEnvironments(trx, now)
    const notice = {
      tenantId: claimed.tenant_id,
      environmentId: claimed.environment_id,
      event: stops ? ('SubscriptionStopped' as const) : ('SubscriptionFailing' as const),
      params: { name: claimed.name },
    }
    return { isOwned: true, announce: await notify(trx, { ports, live }, notice) }
  })
  announce?.()
  return isOwned && !stops ? stored : null
}

/** Stores the state of a subscription and what was delivered; false: it belongs to somebody else by now. */
async function storeState(
  trx: Db,
  claimed: ClaimedSubscription,
  changed: UpdateObject<Database, 'event_subscription'>,
  counts: { delivered: number; failed: number },
  now: Date,
): Promise<boolean> {
  const update = owned(trx, claimed).set(changed).returning(['id', 'environment_id'])
  const { rows } = await sql<{ owned: number }>`
    with stored as (${update}), counted as (
      ${addToHour(sql`select environment_id, id, ${hourOf(now)}, ${counts.delivered}::int, ${counts.failed}::int from stored
      where ${counts.delivered + counts.failed}::int > 0`)}
    )
    select count(*)::int as owned from stored`.execute(trx)
  return (rows[0]?.owned ?? 0) > 0
}

const hourOf = (now: Date) => sql`date_trunc('hour', ${now}::timestamptz, 'UTC')`

/** Adds rows of environment, subscription, hour, delivered and failed events to the counts. */
const addToHour = (rows: ReturnType<typeof sql>) => sql`
  insert into event_delivery_hour as h (environment_id, subscription_id, hour, delivered, failed) ${rows}
  on conflict (subscription_id, hour)
  do update set delivered = h.delivered + excluded.delivered, failed = h.failed + excluded.failed`

/** Returns the time of the next attempt: at the latest when the failure is to be announced, or is to stop it. */
function nextAttempt({ attempts, failing_since, notified_at }: FailureState, retryAfterMs: number, now: Date): Date {
  const since = failing_since ?? now
  const next = [
    now.getTime() + retryMs(attempts),
    ...(notified_at === null ? [since.getTime() + tracingLimits.failingMinutes * 60_000] : []),
    since.getTime() + tracingLimits.stopHours * 3_600_000,
  ].filter(time => time > now.getTime())
  return new Date(Math.max(now.getTime() + retryAfterMs, Math.min(...next)))
}

const minutesBetween = (since: Date, now: Date): number => (now.getTime() - since.getTime()) / 60_000

/**
 * Renews the lease, and stores that a receiver accepts events again. False: the subscription was changed, deactivated or
 * removed, or belongs to another process by now.
 */
export async function renewLease(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  claimed: ClaimedSubscription,
  isAccepted: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await owned(db, claimed)
    .set({ lease_until: new Date(clock().getTime() + leaseMs), ...(isAccepted ? accepted : {}) })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Adds to the counts of the present hour. */
export async function countHour(
  trx: Db,
  { id, environment_id }: Pick<ClaimedSubscription, 'id' | 'environment_id'>,
  { delivered, failed }: { delivered: number; failed: number },
  now: Date,
): Promise<void> {
  if (delivered + failed === 0) return
  await addToHour(
    sql`values (${environment_id}::uuid, ${id}::uuid, ${hourOf(now)}, ${delivered}::int, ${failed}::int)`,
  ).execute(trx)
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
