import { graphLimits, runInSlices } from '../../../contract/index.ts'
import { countUse, type EntityUse, entityKey, findRings, isLeftOut } from '../../../engine/graph/rings/find-rings.ts'
import type { Ring, RingEntity, RingEvent, RingRules } from '../../../engine/graph/rings/types.ts'
import type { GraphRef } from '../../../engine/graph/types.ts'
import type { Db } from '../../../ports/database.ts'
import type { GraphScope } from '../store/graph-scope.ts'
import { loadRingEvents } from '../store/ring-events.ts'

/** Events of a user that are read. */
const eventsPerUser = 200
/** Steps from an entity to its users and on to their entities. */
const maxSteps = 12
/** Events that are read for one search. */
const maxEvents = 40_000

/** An entity that belongs to more users is a crowd: its transactions have to be worse than others to link them. */
export const ringRulesOf = (baseRate: number): RingRules => ({ hubLinks: graphLimits.hubLinks, crowd: 10, baseRate })

/**
 * Returns the rings around entities: walks from them to their users and on to the entities of these, until nothing is
 * new. Entities that are left out are not walked through.
 */
export async function growRings(
  db: Db,
  scope: GraphScope,
  seeds: readonly RingEntity[],
  rules: RingRules,
): Promise<Ring[]> {
  const events = new Map<string, RingEvent>()
  const users = new Set<string>()
  const visited = new Set<string>()
  const leftOut = new Set<string>()
  let frontier = seeds
  for (let step = 0; step < maxSteps && frontier.length > 0 && events.size < maxEvents; step += 1) {
    for (const entity of frontier) visited.add(entityKey(entity))
    const newUsers: GraphRef[] = []
    for (const event of await eventsOfOpen(db, scope, frontier, rules, leftOut)) {
      events.set(event.eventId, event)
      if (event.user === null || users.has(event.user)) continue
      users.add(event.user)
      newUsers.push({ type: 'user', value: event.user })
    }
    for (const event of await loadRingEvents(db, scope, newUsers, eventsPerUser)) events.set(event.eventId, event)
    const next = new Map<string, RingEntity>()
    for (const { entities } of events.values())
      for (const entity of entities) if (!visited.has(entityKey(entity))) next.set(entityKey(entity), entity)
    frontier = [...next.values()]
  }
  return runInSlices(findRings([...events.values()], rules, leftOut))
}

/** Returns the events of entities, except of those that are left out, which are noted. */
async function eventsOfOpen(
  db: Db,
  scope: GraphScope,
  entities: readonly RingEntity[],
  rules: RingRules,
  leftOut: Set<string>,
): Promise<RingEvent[]> {
  const found = await loadRingEvents(db, scope, entities, rules.hubLinks + 1)
  const open: RingEvent[] = []
  for (const [n, events] of Map.groupBy(found, event => event.n)) {
    const entity = entities[n]
    if (entity === undefined) continue
    const key = entityKey(entity)
    const uses = new Map<string, EntityUse>()
    for (const event of events) countUse(uses, { ...event, entities: [entity] })
    const use = uses.get(key)
    if (use && isLeftOut(use, rules)) leftOut.add(key)
    else open.push(...events)
  }
  return open
}
