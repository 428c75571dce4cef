import { sql } from 'kysely'
import { entityKey } from '../../../engine/graph/rings/judge-entity.ts'
import type { EntityJudgement, Ring, RingEntity, RingRules } from '../../../engine/graph/rings/types.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { type NotifyPorts, notify } from '../../notifications/notify.ts'
import type { GraphScope } from '../store/graph-scope.ts'
import { loadBadRate } from '../store/ring-events.ts'
import { growRings, readLinked, ringRulesOf } from './grow-rings.ts'
import { writeCursor } from './ring-cursor.ts'
import { isNotified } from './ring-identity.ts'
import type { PendingSeed, RingMemory, Seed } from './ring-memory.ts'
import { createRingScopes, type RingScopes, type UnsearchedTypes } from './ring-scope.ts'
import { isStored, saveRing } from './save-ring.ts'
import { takeEvents } from './take-events.ts'
import { takeOutcomes } from './take-outcomes.ts'

export interface RingServices {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
  unsearchedTypes: UnsearchedTypes
  live: NotifyPorts['live']
  /** Called between two units of the work. */
  pause?: () => void
}

/** Entities that wait at most: above it no more events are taken. */
const maxPending = 20_000
/** Milliseconds after which a run leaves the other entities to the next one, pauses included: decisions come first. */
const runMs = 500
/** Addresses that are judged in one run. */
const addressesPerRun = 100
/** Rings that are read again in one run, and when: labels and chargebacks come without an event. */
const refreshed = 5
const refreshMs = 600_000

/**
 * Brings rings up to date: takes events in the order in which they were decided since the last run, and looks for rings
 * around the entities that they share with others. Reads again the rings that were not looked at for some time.
 * @returns whether more events wait
 */
export async function updateRings(services: RingServices, memory: RingMemory): Promise<boolean> {
  const { db, clock } = services.ports
  const now = clock()
  const scopes = createRingScopes(db, services.unsearchedTypes, now)
  const more = memory.pending.size < maxPending && (await takeEvents(db, memory, scopes, now))
  if (memory.pending.size < maxPending) await takeOutcomes(db, memory, scopes, now)
  // After the events, so that they do not wait for ever while more events come than can be worked off.
  await addDueRings(db, memory, now)
  const started = performance.now()
  const order = orderOfWork(memory)
  await dropAddresses(services, memory, scopes, order, now)
  let grown = 0
  for (const [key, seed] of order) {
    if (performance.now() - started > runMs && grown > 0) break
    const waits = memory.pending.get(key)
    // An address is judged first; those that were met with another one are done.
    if (waits === undefined || (seed.entity.type === 'address' && waits.links !== true)) continue
    memory.pending.delete(key)
    if (memory.isInWeb(seed, now.getTime())) continue
    services.pause?.()
    const met = await growAround(services, memory, scopes, seed, now).catch((error: unknown) => {
      // Another run looks again, at this entity last.
      memory.pending = new Map([[key, seed], ...memory.pending])
      throw error
    })
    for (const each of met) memory.pending.delete(`${seed.environmentId}\n${each}`)
    grown += 1
  }
  await storeCursor(db, memory)
  return more || memory.pending.size > 0
}

/**
 * Returns what waits: what may have become another ring before what has only grown, and the latest first, so that what is at
 * work now is not kept waiting by what came before; every second time the oldest first, so that nothing waits for ever.
 */
function orderOfWork(memory: RingMemory): [string, PendingSeed][] {
  const waiting = [...memory.pending]
  memory.runs += 1
  if (memory.runs % 2 === 0) return waiting
  return [...waiting.filter(([, { urgent }]) => !urgent), ...waiting.filter(([, { urgent }]) => urgent)].toReversed()
}

/** Stores up to which event all work is done: after an interruption those behind it are taken again. */
async function storeCursor(db: Db, memory: RingMemory): Promise<void> {
  let done = memory.taken
  for (const { since } of memory.pending.values()) if (since === null || done === null || since < done) done = since
  if (done === null || done === memory.stored) return
  await writeCursor(db, done)
  memory.stored = done
}

/**
 * Takes out of what waits the addresses that link nobody, as most addresses do that several users have: many are judged
 * with one query, so that the rings do not wait for them.
 */
async function dropAddresses(
  { ports: { db }, pause }: RingServices,
  memory: RingMemory,
  scopes: RingScopes,
  order: readonly [string, PendingSeed][],
  now: Date,
): Promise<void> {
  const addresses = order.filter(([, { entity, links }]) => entity.type === 'address' && links !== true)
  const next = addresses.slice(0, addressesPerRun)
  for (const [environmentId, seeds] of Map.groupBy(next, ([, seed]) => seed.environmentId)) {
    const scope = await scopes(environmentId)
    const judged = new Map<string, EntityJudgement>()
    if (scope !== null) {
      pause?.()
      const entities = seeds.map(([, { entity }]) => entity)
      await readLinked(db, scope, entities, await rulesIn(db, memory, scope, environmentId, now), judged)
    }
    for (const [key, seed] of seeds)
      if (judged.get(entityKey(seed.entity))?.standing === 'linking') memory.pending.set(key, { ...seed, links: true })
      else memory.pending.delete(key)
  }
}

/** Returns the rules of an environment, with its base rate of the last minutes. */
const rulesIn = async (
  db: Db,
  memory: RingMemory,
  scope: GraphScope,
  environmentId: string,
  now: Date,
): Promise<RingRules> => ringRulesOf(await memory.baseRate(environmentId, now.getTime(), () => loadBadRate(db, scope)))

/** Looks for the ring around an entity and stores it. Returns the keys of the entities that were met. */
async function growAround(
  services: RingServices,
  memory: RingMemory,
  scopes: RingScopes,
  { environmentId, entity }: Seed,
  now: Date,
): Promise<ReadonlySet<string>> {
  const { db } = services.ports
  const scope = await scopes(environmentId)
  if (scope === null) return new Set()
  const rules = await rulesIn(db, memory, scope, environmentId, now)
  const { rings, met, walked, web } = await growRings(db, scope, entity, rules, each =>
    memory.isInWeb({ environmentId, entity: each }, now.getTime()),
  )
  if (web) memory.rememberWeb(environmentId, walked, now.getTime())
  else await saveRings(services, environmentId, rings, now)
  return met
}

/**
 * Notes rings that were not looked at for some time, with all that their users share: what most of them share may link
 * nobody any more, and a ring may have fallen apart. What is no ring any more stays as it was, until its last event is
 * too old.
 */
async function addDueRings(db: Db, memory: RingMemory, now: Date): Promise<void> {
  const { rows } = await sql<{ environment_id: string; type: RingEntity['type']; value: string }>`
    with due as (update ring set refreshed_at = ${now}::timestamptz where id in (
      select id from ring where status <> 'merged' and refreshed_at < ${new Date(now.getTime() - refreshMs)}::timestamptz
      order by refreshed_at limit ${refreshed}) returning id)
    select m.environment_id, m.type, m.value from due join ring_member m on m.ring_id = due.id
    where m.type <> 'user' order by m.ring_id, m.users, m.type, m.value`.execute(db)
  for (const { environment_id: environmentId, type, value } of rows) {
    const seed = { environmentId, entity: { type, value } }
    memory.addPending(seed, false)
  }
}

/** Stores rings, the largest first: of one that fell apart, the larger part goes on. */
async function saveRings(
  services: RingServices,
  environmentId: string,
  rings: readonly Ring[],
  now: Date,
): Promise<void> {
  const { ports } = services
  const stored: Ring[] = []
  for (const ring of rings)
    if (ring.evidence !== null || (await isStored(ports.db, environmentId, ring))) stored.push(ring)
  if (stored.length === 0) return
  const { tenant_id: tenantId } = await ports.db
    .selectFrom('environment')
    .select('tenant_id')
    .where('id', '=', environmentId)
    .executeTakeFirstOrThrow()
  for (const ring of stored.toSorted((a, b) => b.users.size - a.users.size)) {
    const publish = await ports.db.transaction().execute(async trx => {
      const id = await saveRing(trx, { environmentId, newId: ports.newId, now }, ring)
      return id === null
        ? []
        : notifyWatchers(trx, services, { environmentId, tenantId, id, users: ring.users.size, now })
    })
    for (const each of publish) each()
  }
}

/** Notifies the watchers of a ring that has grown. @returns what is to be called after the commit */
async function notifyWatchers(
  trx: Db,
  services: RingServices,
  { id, users, now, ...place }: { environmentId: string; tenantId: string; id: string; users: number; now: Date },
): Promise<(() => void)[]> {
  const watches = await trx.selectFrom('ring_watch').selectAll().where('ring_id', '=', id).forUpdate().execute()
  const published: (() => void)[] = []
  for (const watch of watches) {
    if (!isNotified(watch, users, now)) continue
    const params = { count: users, ring: id }
    published.push(await notify(trx, services, { ...place, event: 'RingGrown', params, userId: watch.user_id }))
    await trx
      .updateTable('ring_watch')
      .set({ users, notified_at: now })
      .where('ring_id', '=', id)
      .where('user_id', '=', watch.user_id)
      .execute()
  }
  return published
}
