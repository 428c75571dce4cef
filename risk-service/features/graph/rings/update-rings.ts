import { sql } from 'kysely'
import { externalCallLimits, strongEntityTypes } from '../../../contract/index.ts'
import type { Ring, RingEntity } from '../../../engine/graph/rings/types.ts'
import type { RuleEngine } from '../../../kernel/console-api/context.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { type NotifyPorts, notify } from '../../notifications/notify.ts'
import { findShared, loadBadRate } from '../store/ring-events.ts'
import { growRings, ringRulesOf } from './grow-rings.ts'
import { firstIdAt, readCursor, writeCursor } from './ring-cursor.ts'
import { isNotified } from './ring-identity.ts'
import { type RingMemory, type Seed, seedKey } from './ring-memory.ts'
import { createRingScopes, oldestAt, type RingScopes } from './ring-scope.ts'
import { saveRing } from './save-ring.ts'

export interface RingServices {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
  engine: Pick<RuleEngine, 'assessments'>
  live: NotifyPorts['live']
}

/** Events that are taken in one run. */
const perRun = 1000
/** Entities that wait at most: above it no more events are taken. */
const maxPending = 20_000
/** Milliseconds after which a run leaves the other entities to the next one: decisions come first. */
const runMs = 200
/** Events younger than this may still be on their way into the store: their rules call others. */
const settledMs = externalCallLimits.eventMs + 2000
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
  const started = performance.now()
  const now = clock()
  const scopes = createRingScopes(db, services.engine, now)
  const more = memory.pending.size < maxPending && (await takeEvents(db, memory, scopes, now))
  // After the events, so that they do not wait for ever while more events come than can be worked off.
  await addDueRings(db, memory, now)
  const visited = new Set<string>()
  let grown = 0
  // The latest first: what is at work now is not kept waiting by what came before.
  for (const [key, seed] of [...memory.pending].toReversed()) {
    if (performance.now() - started > runMs && grown > 0) break
    memory.pending.delete(key)
    if (visited.has(key) || memory.isInWeb(seed, now.getTime())) continue
    const met = await growAround(services, memory, scopes, seed, now).catch((error: unknown) => {
      // Another run looks again, at this entity last.
      memory.pending = new Map([[key, seed], ...memory.pending])
      throw error
    })
    for (const each of met) visited.add(`${seed.environmentId}\n${each}`)
    grown += 1
  }
  if (memory.pending.size > 0) return true
  // Only now: after an interruption these events are taken again.
  if (memory.taken !== null && memory.taken !== memory.stored) {
    await writeCursor(db, memory.taken)
    memory.stored = memory.taken
  }
  return more
}

interface NewEvent {
  environment_id: string
  event_type: string
  event_id: string
  entities: { type: string; value: string }[]
}

/** Takes new events, and notes the entities that they share with others. @returns whether more wait */
async function takeEvents(db: Db, memory: RingMemory, scopes: RingScopes, now: Date): Promise<boolean> {
  const cursor = await readCursor(db)
  // Whoever sets the cursor forward, such as a restored store, is followed.
  const after =
    [memory.taken, cursor, firstIdAt(oldestAt(now))]
      .filter(id => id !== null)
      .toSorted()
      .at(-1) ?? ''
  const { rows } = await sql<NewEvent>`
    select k.environment_id, k.event_type, k.event_id, coalesce(b.enrichment -> 'entities', '[]') as entities
    from (select environment_id, at, event_id, event_type from event_key
      where event_id > ${after}::uuid
        and event_id < ${firstIdAt(new Date(now.getTime() - settledMs))}::uuid
      order by event_id limit ${perRun}) as k
    join event_body b on b.environment_id = k.environment_id and b.at = k.at and b.event_id = k.event_id
    order by k.event_id`.execute(db)
  const unknown = new Map<string, Seed & { user: string }>()
  for (const { environment_id: environmentId, event_type: type, entities } of rows) {
    const scope = await scopes(environmentId)
    if (scope === null || scope.excludedTypes.includes(type)) continue
    const user = entities.find(({ type }) => type === 'user')?.value ?? ''
    for (const entity of strongEntitiesOf(entities)) {
      const seed = { environmentId, entity }
      const shared = memory.isShared(seed, user)
      if (shared) memory.pending.set(seedKey(seed), seed)
      else if (shared === null) unknown.set(seedKey(seed), { ...seed, user })
    }
  }
  await addShared(db, memory, scopes, [...unknown.values()])
  memory.taken = rows.at(-1)?.event_id ?? memory.taken
  return rows.length === perRun
}

/** Asks the store which entities several users have. */
async function addShared(
  db: Db,
  memory: RingMemory,
  scopes: RingScopes,
  unknown: readonly (Seed & { user: string })[],
): Promise<void> {
  for (const [environmentId, seeds] of Map.groupBy(unknown, seed => seed.environmentId)) {
    const scope = await scopes(environmentId)
    if (scope === null) continue
    const entities = seeds.map(({ entity }) => entity)
    const found = new Set(await findShared(db, scope, entities))
    for (const [index, { user, ...seed }] of seeds.entries()) {
      memory.rememberOwner(seed, user, found.has(index))
      if (found.has(index)) memory.pending.set(seedKey(seed), seed)
    }
  }
}

const strong: ReadonlySet<string> = new Set(strongEntityTypes)
const strongEntitiesOf = (entities: readonly { type: string; value: string }[]): RingEntity[] =>
  entities.filter(({ type }) => strong.has(type)) as RingEntity[]

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
  const rate = await memory.baseRate(environmentId, now.getTime(), () => loadBadRate(db, scope))
  const { rings, visited, web } = await growRings(db, scope, entity, ringRulesOf(rate), each =>
    memory.isInWeb({ environmentId, entity: each }, now.getTime()),
  )
  if (web) memory.rememberWeb(environmentId, visited, now.getTime())
  else await saveRings(services, environmentId, rings, now)
  return visited
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
    memory.pending.set(seedKey(seed), seed)
  }
}

/** Stores rings, the largest first: of one that fell apart, the larger part goes on. */
async function saveRings(
  services: RingServices,
  environmentId: string,
  rings: readonly Ring[],
  now: Date,
): Promise<void> {
  if (rings.length === 0) return
  const { ports } = services
  const { tenant_id: tenantId } = await ports.db
    .selectFrom('environment')
    .select('tenant_id')
    .where('id', '=', environmentId)
    .executeTakeFirstOrThrow()
  for (const ring of rings.toSorted((a, b) => b.users.size - a.users.size)) {
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
