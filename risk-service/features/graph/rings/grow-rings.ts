import { graphLimits, runInSlices } from '../../../contract/index.ts'
import { countUse, type EntityUse, entityKey, findRings, isLeftOut } from '../../../engine/graph/rings/find-rings.ts'
import type { Ring, RingEntity, RingEvent, RingRules } from '../../../engine/graph/rings/types.ts'
import type { GraphRef } from '../../../engine/graph/types.ts'
import type { Db } from '../../../ports/database.ts'
import { countHubLinks } from '../store/figures.ts'
import type { GraphScope } from '../store/graph-scope.ts'
import { loadRingEvents } from '../store/ring-events.ts'

/** Events of a user that are read. */
const eventsPerUser = 100
/** What is larger is no ring but a web of chance: everybody is linked with everybody over enough steps. */
const maxUsers = 300
const maxEvents = 3000
/** Entities that are read in one step. */
const maxFrontier = 2000

/** An entity that belongs to more users is a crowd: its transactions have to be worse than others to link them. */
export const ringRulesOf = (baseRate: number): RingRules => ({ hubLinks: graphLimits.hubLinks, crowd: 10, baseRate })

/**
 * `visited`: keys of the entities that were walked through; what is left out links nobody, and is part of no web either.
 * `web`: there are more users than a ring has.
 */
export interface Growth {
  rings: Ring[]
  visited: ReadonlySet<string>
  web: boolean
}

/**
 * Finds the ring around an entity: walks from it to its users and on to the entities of these, until nothing is new.
 * Entities that are left out are not walked through.
 * @param isInWeb whether an entity was met in a web: what is linked with it is a part of that
 */
export async function growRings(
  db: Db,
  scope: GraphScope,
  seed: RingEntity,
  rules: RingRules,
  isInWeb: (entity: RingEntity) => boolean,
): Promise<Growth> {
  const events = new Map<string, RingEvent>()
  const users = new Set<string>()
  const visited = new Set<string>()
  const leftOut = new Set<string>()
  const walked = (): ReadonlySet<string> => new Set([...visited].filter(key => !leftOut.has(key)))
  let frontier = [seed]
  while (frontier.length > 0) {
    for (const entity of frontier) visited.add(entityKey(entity))
    const newUsers: GraphRef[] = []
    const found = await eventsOfOpen(db, scope, frontier, rules, leftOut)
    for (const event of found) {
      events.set(event.eventId, event)
      if (event.user === null || users.has(event.user)) continue
      users.add(event.user)
      newUsers.push({ type: 'user', value: event.user })
    }
    if (users.size > maxUsers || events.size > maxEvents) return { rings: [], visited: walked(), web: true }
    const own = await loadRingEvents(db, scope, newUsers, { perNode: eventsPerUser, limit: maxEvents + 1 })
    for (const event of own) events.set(event.eventId, event)
    if (events.size > maxEvents) return { rings: [], visited: walked(), web: true }
    const next = new Map<string, RingEntity>()
    for (const { entities } of [...found, ...own])
      for (const entity of entities) if (!visited.has(entityKey(entity))) next.set(entityKey(entity), entity)
    frontier = [...next.values()]
    if (events.size > maxEvents || frontier.length > maxFrontier || frontier.some(isInWeb))
      return { rings: [], visited: walked(), web: true }
  }
  return { rings: await runInSlices(findRings([...events.values()], rules, leftOut)), visited: walked(), web: false }
}

/** Returns the events of entities, except of those that are left out, which are noted. */
async function eventsOfOpen(
  db: Db,
  scope: GraphScope,
  entities: readonly RingEntity[],
  rules: RingRules,
  leftOut: Set<string>,
): Promise<RingEvent[]> {
  const found = await loadRingEvents(db, scope, entities, { perNode: rules.hubLinks + 1, limit: maxEvents + 1 })
  const perEntity = Map.groupBy(found, event => event.n)
  const hubs = await findHubs(db, scope, entities, perEntity, rules)
  const open: RingEvent[] = []
  for (const [n, events] of perEntity) {
    const entity = entities[n]
    if (entity === undefined) continue
    const key = entityKey(entity)
    const uses = new Map<string, EntityUse>()
    for (const event of events) countUse(uses, { ...event, entities: [entity] })
    const use = uses.get(key)
    if (hubs.has(n) || (use && isLeftOut(use, rules))) leftOut.add(key)
    else open.push(...events)
  }
  return open
}

/**
 * Returns the positions of the hubs among entities of which not all events were read: the newest ones may be those of a few
 * users. Counted are as many events as for the hubs of a picture.
 */
async function findHubs(
  db: Db,
  scope: GraphScope,
  entities: readonly RingEntity[],
  perEntity: ReadonlyMap<number, readonly RingEvent[]>,
  { hubLinks }: RingRules,
): Promise<ReadonlySet<number>> {
  const busy = [...perEntity].flatMap(([n, events]) => {
    const entity = entities[n]
    return entity && events.length > hubLinks ? [{ ...entity, n }] : []
  })
  if (busy.length === 0) return new Set()
  const counted = await countHubLinks(db, scope, busy)
  return new Set(busy.flatMap(({ n }, index) => ((counted[index]?.links ?? 0) > hubLinks ? [n] : [])))
}
