import { sql } from 'kysely'
import { type EventSubscription, type SubscriptionSettings, tracingLimits } from '../../../contract/index.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { namedRows } from '../../../kernel/named-rows.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import type { Db } from '../../../ports/database.ts'
import { assertTestRate } from '../../outgoing-calls/test-rate-limit.ts'
import { secretPlace } from '../delivery/secret-place.ts'
import { accepted } from '../delivery/subscription-progress.ts'
import { refreshTracedEnvironments } from '../delivery/traced-environments.ts'
import { loadSubscriptions, readSubscription, type SubscriptionRow, type TracingCall } from './read-subscriptions.ts'
import { sendTest } from './test-delivery.ts'

export const subscriptions = namedRows({
  one: 'A subscription',
  noun: 'subscription',
  limit: tracingLimits.subscriptions,
})

interface SaveInput {
  subscriptionId: string
  settings: SubscriptionSettings
  secret: string | null
  /** Null: a new one. */
  baseVersion: number | null
}

/**
 * Stores a subscription, its key encrypted. Repeating the call that created it changes nothing. A new address has to
 * accept a test event first.
 * @throws ValidationError naming the field; ConflictError for another version and for an id that is taken
 */
export async function saveSubscription(call: TracingCall, input: SaveInput): Promise<EventSubscription> {
  const { subscriptionId, settings, secret, baseVersion } = input
  const { environmentId, calls, db, ports, principal } = call
  const stored = (await loadSubscriptions(db, environmentId)).find(({ id }) => id === subscriptionId)
  if (baseVersion !== null) subscriptions.requireVersion(stored, baseVersion)
  await assertTarget(call, input, stored)
  const sealed = secret === null ? null : await calls.encrypt(secretPlace(subscriptionId), secret)
  const row = await db.transaction().execute(async trx => {
    await lockSubscriptions(trx, environmentId)
    const rows = await loadSubscriptions(trx, environmentId)
    const before = rows.find(({ id }) => id === subscriptionId)
    if (baseVersion !== null) subscriptions.requireVersion(before, baseVersion)
    else if (before !== undefined) {
      if (isSameJson(settingsOf(before), settings)) return before
      throw subscriptions.createIdConflict()
    } else if (await isTaken(trx, subscriptionId)) throw subscriptions.createIdConflict()
    subscriptions.assertPlace(settings.name, rows, before)
    const now = ports.clock()
    const changed = {
      ...settings,
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
          // What failed at the old address is tried at once, and the new one never had the key before.
          ...(before.url === settings.url
            ? {}
            : { ...accepted, next_at: null, previous_secret: null, previous_until: null }),
        })
        .where('id', '=', subscriptionId)
        .execute()
    await refreshTracedEnvironments(trx, now)
    await auditSubscription(trx, call, { id: subscriptionId, name: settings.name }, before ?? null, settings, {
      secretChanged: before !== undefined && secret !== null,
    })
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
    await auditSubscription(trx, call, found, found, null)
    return { removed: true }
  })
}

/** Checks sink, address and secret, and tests another address. */
async function assertTarget(
  call: TracingCall,
  { subscriptionId, settings, secret }: SaveInput,
  stored: SubscriptionRow | undefined,
): Promise<void> {
  if (stored !== undefined && stored.sink !== settings.sink)
    throw new ValidationError(['settings', 'sink'], 'A subscription stays of its sink: add another one.')
  if (settings.url === null) {
    if (secret !== null) throw new ValidationError(['secret'], 'Events that are pulled are not signed.')
    return
  }
  const issue = call.calls.addressIssue(settings.url)
  if (issue !== null) throw new ValidationError(['settings', 'url'], issue)
  if (stored?.url === settings.url) return
  // Whoever may not know the key must not have it used for an address of their own.
  if (secret === null) throw new ValidationError(['secret'], 'Enter the secret of the new address.')
  assertTestRate(call)
  const { failure } = await sendTest(call, { subscriptionId, url: settings.url, secrets: [secret] })
  if (failure !== null) throw new ValidationError(['settings', 'url'], 'The address did not accept the test event.')
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

const settingsOf = ({ name, sink, url, kinds, batch }: SubscriptionSettings): SubscriptionSettings => ({
  name,
  sink,
  url,
  kinds,
  batch,
})

const auditSubscription = (
  trx: Db,
  call: TracingCall,
  resource: { id: string; name: string },
  before: SubscriptionSettings | null,
  after: SubscriptionSettings | null,
  /** The key itself is never written; that it is another one is. */
  { secretChanged }: { secretChanged: boolean } = { secretChanged: false },
): Promise<void> =>
  writeAudit(
    trx,
    call,
    resource,
    before === null ? 'Create' : after === null ? 'Delete' : 'Update',
    before && settingsOf(before),
    after && { ...settingsOf(after), ...(secretChanged ? { secretChanged } : {}) },
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
