import { sql } from 'kysely'
import { externalCallLimits, strongEntityTypes } from '../../../contract/index.ts'
import type { RingEntity } from '../../../engine/graph/rings/types.ts'
import { firstIdAt } from '../../../kernel/event-ids.ts'
import type { Db } from '../../../ports/database.ts'
import { findShared } from '../store/ring-events.ts'
import { readCursor } from './ring-cursor.ts'
import { type RingMemory, type Seed, seedKey } from './ring-memory.ts'
import { oldestAt, type RingScopes } from './ring-scope.ts'

/** Events that are taken in one run. */
const perRun = 1000
/** Beside an event younger than this, others may still be on their way into the store: their rules call others. */
const settledMs = externalCallLimits.eventMs + 2000
/** Events are taken up to so far ahead of the clock; where it was set back, the others wait until it has come to them. */
const aheadMs = 1000

interface NewEvent {
  environment_id: string
  event_type: string
  event_id: string
  rejected: boolean
  entities: { type: string; value: string }[]
}

/**
 * Takes new events, and notes the entities that they share with others. An event is taken as soon as it is stored; the
 * cursor passes it only when those are stored, too, that were received before it and took longest, so that these are
 * taken later, and none is left out.
 * @returns whether more wait
 */
export async function takeEvents(db: Db, memory: RingMemory, scopes: RingScopes, now: Date): Promise<boolean> {
  const cursor = await readCursor(db)
  // Whoever sets the cursor forward, such as a restored store, is followed.
  const after =
    [memory.taken, cursor, firstIdAt(oldestAt(now))]
      .filter(id => id !== null)
      .toSorted()
      .at(-1) ?? ''
  const limit = perRun + memory.early.size
  // The ids alone, from their index: of the younger ones most were taken by the runs before.
  const { rows: ids } = await sql<{ event_id: string }>`select event_id from event_key
    where event_id > ${after}::uuid and event_id < ${firstIdAt(new Date(now.getTime() + aheadMs))}::uuid order by event_id limit ${limit}`.execute(
    db,
  )
  const found = ids.map(({ event_id: id }) => id)
  const rows = await readEntities(
    db,
    found.filter(id => !memory.early.has(id)),
  )
  const unknown = new Map<string, Seed & { user: string }>()
  for (const { environment_id: environmentId, event_type: type, entities, rejected } of rows) {
    const scope = await scopes(environmentId)
    if (scope === null || scope.excludedTypes.includes(type)) continue
    const user = entities.find(({ type }) => type === 'user')?.value ?? ''
    for (const entity of strongEntitiesOf(entities)) {
      const seed = { environmentId, entity }
      const shared = memory.isShared(seed, user)
      const isRepeated = memory.knowsLink(seed, user)
      const isUrgent = rejected || !isRepeated
      // What an address links has something personal in common, which is looked around when a ring grows.
      if (shared && (isUrgent || entity.type !== 'address')) memory.addPending(seed, isUrgent)
      if (shared === null) unknown.set(seedKey(seed), { ...seed, user })
    }
  }
  await addShared(db, memory, scopes, [...unknown.values()])
  const settled = firstIdAt(new Date(now.getTime() - settledMs))
  memory.taken = found.findLast(id => id < settled) ?? memory.taken
  for (const id of found) {
    if (id < settled) memory.early.delete(id)
    else memory.early.add(id)
  }
  return found.length === limit
}

/** Returns events with their entities, in the order of their ids. */
async function readEntities(db: Db, ids: readonly string[]): Promise<NewEvent[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<NewEvent>`
    select k.environment_id, k.event_type, k.event_id, e.decision = 'Reject' as rejected,
      coalesce(b.enrichment -> 'entities', '[]') as entities
    from event_key k
    join event e on e.environment_id = k.environment_id and e.at = k.at and e.event_id = k.event_id
    join event_body b on b.environment_id = k.environment_id and b.at = k.at and b.event_id = k.event_id
    where k.event_id = any(${ids}::uuid[]) order by k.event_id`.execute(db)
  return rows
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
      if (found.has(index)) memory.addPending(seed, true)
    }
  }
}

const strong: ReadonlySet<string> = new Set(strongEntityTypes)
/** Returns the entities of an event that can link a ring. */
export const strongEntitiesOf = (entities: readonly { type: string; value: string }[]): RingEntity[] =>
  entities.filter(({ type }) => strong.has(type)) as RingEntity[]
