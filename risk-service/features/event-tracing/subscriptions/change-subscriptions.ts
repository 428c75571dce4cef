import { sql } from 'kysely'
import type { SinkSettings } from '../../../contract/event-tracing/sinks.ts'
import {
  type EventSubscription,
  isFileSink,
  type SubscriptionSettings,
  tracingLimits,
} from '../../../contract/index.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { namedRows } from '../../../kernel/named-rows.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import type { Db } from '../../../ports/database.ts'
import type { HistoryState } from '../../../ports/tables/review/event-tracing.ts'
import { credentialPlace, secretPlace } from '../delivery/secret-place.ts'
import { accepted } from '../delivery/subscription-progress.ts'
import { refreshTracedEnvironments } from '../delivery/traced-environments.ts'
import { settleMs } from '../files/deliver-files.ts'
import { sinkColumns, sinkOf } from '../sinks/sink-settings.ts'
import { assertFreePlace, assertSink, type SinkInput } from './assert-sink.ts'
import { loadSubscriptions, readSubscription, type SubscriptionRow, type TracingCall } from './read-subscriptions.ts'

export const subscriptions = namedRows({
  one: 'A subscription',
  noun: 'subscription',
  limit: tracingLimits.subscriptions,
})

interface SaveInput extends SinkInput {
  /** Null: a new one. */
  baseVersion: number | null
}

/**
 * Stores a subscription, its key and credential encrypted. Repeating the call that created it changes nothing. Another
 * target has to pass its test first; files begin there with the events that are stored.
 * @throws ValidationError naming the field; ConflictError for another version and for an id that is taken
 */
export async function saveSubscription(call: TracingCall, input: SaveInput): Promise<EventSubscription> {
  const { subscriptionId, settings, secret, credential, baseVersion } = input
  const { environmentId, calls, db, ports, principal } = call
  const present = await loadSubscriptions(db, environmentId)
  const stored = present.find(({ id }) => id === subscriptionId)
  if (baseVersion !== null) subscriptions.requireVersion(stored, baseVersion)
  await assertSink(call, input, present)
  const sealed = secret === null ? null : await calls.encrypt(secretPlace(subscriptionId), secret)
  const sealedCredential = credential === null ? null : await calls.encrypt(credentialPlace(subscriptionId), credential)
  const row = await db.transaction().execute(async trx => {
    await lockSubscriptions(trx, environmentId)
    const rows = await loadSubscriptions(trx, environmentId)
    const before = rows.find(({ id }) => id === subscriptionId)
    if (baseVersion !== null) subscriptions.requireVersion(before, baseVersion)
    else if (before !== undefined) {
      if (isSameJson(storedSettings(before), settings)) return before
      throw subscriptions.createIdConflict()
    } else if (await isTaken(trx, subscriptionId)) throw subscriptions.createIdConflict()
    subscriptions.assertPlace(settings.name, rows, before)
    await assertFreePlace(trx, input, environmentId)
    const now = ports.clock()
    const isMoved = before === undefined || !isSameJson(placeOf(sinkOf(before)), placeOf(settings.sink))
    const changed = {
      name: settings.name,
      kinds: settings.kinds,
      ...sinkColumns(settings.sink),
      ...(sealedCredential === null ? {} : { credential: sealedCredential }),
      // Files in another place begin with what is stored.
      ...(isMoved && isFileSink(settings.sink.kind)
        ? { history: newHistory(now), reached: await latestNumber(trx), files: 0, next_at: historyFrom(now) }
        : {}),
      version: (before?.version ?? 0) + 1,
      updated_at: now,
      updated_by: principal.name,
    }
    if (before === undefined)
      await trx
        .insertInto('event_subscription')
        .values({
          ...changed,
          id: subscriptionId,
          environment_id: environmentId,
          secret: sealed,
          active: true,
          reached: await latestNumber(trx),
          created_at: now,
        })
        .execute()
    else
      await trx
        .updateTable('event_subscription')
        .set({
          ...changed,
          ...(sealed === null
            ? {}
            : {
                secret: sealed,
                previous_secret: before.secret,
                previous_until: new Date(now.getTime() + tracingLimits.previousSecretHours * 3_600_000),
              }),
          // What failed before is tried at once with another credential, and at another place, which never had the key before.
          ...(isMoved || sealedCredential !== null ? { ...accepted, next_at: changed.next_at ?? null } : {}),
          ...(isMoved ? { previous_secret: null, previous_until: null } : {}),
        })
        .where('id', '=', subscriptionId)
        .execute()
    if (isMoved) await trx.deleteFrom('event_file').where('subscription_id', '=', subscriptionId).execute()
    await refreshTracedEnvironments(trx, now)
    await auditSubscription(
      trx,
      call,
      { id: subscriptionId, name: settings.name },
      before === undefined ? null : storedSettings(before),
      settings,
      before !== undefined && (secret !== null || credential !== null),
    )
    return requireStored(trx, environmentId, subscriptionId)
  })
  return readSubscription(call, row)
}

/** Activates a subscription, whose waiting events are then delivered first, or deactivates it. */
export async function setSubscriptionActive(
  call: TracingCall,
  { subscriptionId, baseVersion, active }: { subscriptionId: string; baseVersion: number; active: boolean },
): Promise<EventSubscription> {
  const { environmentId, db, ports, principal } = call
  const row = await db.transaction().execute(async trx => {
    await lockSubscriptions(trx, environmentId)
    const rows = await loadSubscriptions(trx, environmentId)
    const before = subscriptions.requireVersion(
      rows.find(({ id }) => id === subscriptionId),
      baseVersion,
    )
    if (before.active === active) return before
    await trx
      .updateTable('event_subscription')
      .set({
        active,
        version: before.version + 1,
        updated_at: ports.clock(),
        updated_by: principal.name,
        ...(active ? { ...accepted, stopped_at: null, next_at: null } : {}),
      })
      .where('id', '=', subscriptionId)
      .execute()
    await refreshTracedEnvironments(trx, ports.clock())
    await writeAudit(trx, call, before, active ? 'Activate' : 'Deactivate', null, null)
    return requireStored(trx, environmentId, subscriptionId)
  })
  return readSubscription(call, row)
}

/** Removes a subscription with its dead letters. */
export async function removeSubscription(
  call: TracingCall,
  { subscriptionId, baseVersion }: { subscriptionId: string; baseVersion: number },
): Promise<{ removed: boolean }> {
  return call.db.transaction().execute(async trx => {
    await lockSubscriptions(trx, call.environmentId)
    const rows = await loadSubscriptions(trx, call.environmentId)
    const found = subscriptions.requireVersion(
      rows.find(({ id }) => id === subscriptionId),
      baseVersion,
    )
    await trx.deleteFrom('event_subscription').where('id', '=', subscriptionId).execute()
    await refreshTracedEnvironments(trx, call.ports.clock())
    await auditSubscription(trx, call, found, storedSettings(found), null)
    return { removed: true }
  })
}

const lockSubscriptions = (trx: Db, environmentId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`event subscriptions ${environmentId}`}, 0))`.execute(trx)

async function requireStored(trx: Db, environmentId: string, id: string): Promise<SubscriptionRow> {
  return subscriptions.require((await loadSubscriptions(trx, environmentId)).find(each => each.id === id))
}

async function isTaken(trx: Db, id: string): Promise<boolean> {
  const found = await trx.selectFrom('event_subscription').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

/** Returns the number of the latest event: a new subscription begins after it. */
async function latestNumber(trx: Db): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select coalesce(max(seq), 0) as seq from traced_event`.execute(trx)
  return rows[0]?.seq ?? 0
}

const storedSettings = (row: SubscriptionRow): SubscriptionSettings => ({
  name: row.name,
  sink: sinkOf(row),
  kinds: row.kinds,
})

/** Returns what makes the place of a sink: events that it received are at no other one. */
const placeOf = (sink: SinkSettings): unknown => {
  switch (sink.kind) {
    case 'webhook':
      return sink.url
    case 'bucket':
      return { ...sink, accessKeyId: '' }
    case 'eventHubs':
      return { ...sink, batch: 1 }
    default:
      return sink
  }
}

/** Returns the state of a copy that begins. */
/** The stored events are read once what was under way before the subscription, and is not traced, is stored. */
const historyFrom = (now: Date): Date => new Date(now.getTime() + settleMs)

const newHistory = (now: Date): string =>
  JSON.stringify({ since: now.toISOString(), cursor: null, done: 0, total: null } satisfies HistoryState)

const auditSubscription = (
  trx: Db,
  call: TracingCall,
  resource: { id: string; name: string },
  before: SubscriptionSettings | null,
  after: SubscriptionSettings | null,
  /** Keys themselves are never written; that one is another one is. */
  secretChanged = false,
): Promise<void> =>
  writeAudit(
    trx,
    call,
    resource,
    before === null ? 'Create' : after === null ? 'Delete' : 'Update',
    before,
    after && { ...after, ...(secretChanged ? { secretChanged } : {}) },
  )

export const writeAudit = (
  trx: Db,
  { ports, principal, actorRoles, correlationId, environmentId }: TracingCall,
  { id, name }: { id: string; name: string },
  operation: 'Create' | 'Update' | 'Delete' | 'Activate' | 'Deactivate' | 'Requeue',
  before: unknown,
  after: unknown,
): Promise<void> =>
  auditChange(
    trx,
    { ports, principal, roles: actorRoles, correlationId, environmentId },
    { type: 'EventSubscription', id, name },
    { operation, before, after },
  )
