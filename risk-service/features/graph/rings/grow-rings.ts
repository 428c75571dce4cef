import { graphLimits, runInSlices } from '../../../contract/index.ts'
import { findRings } from '../../../engine/graph/rings/find-rings.ts'
import { entityKey, hubJudgement, isAttempt, judgeEntity } from '../../../engine/graph/rings/judge-entity.ts'
import type { EntityJudgement, Ring, RingEntity, RingEvent, RingRules } from '../../../engine/graph/rings/types.ts'
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
/** Entities whose events are read in one query: none of these may be missing where an entity is judged. */
const perQuery = 100

/** An entity that belongs to so many users is a crowd: they have to be worse than others to be linked by it. */
export const ringRulesOf = (baseRate: number): RingRules => ({ hubLinks: graphLimits.hubLinks, crowd: 10, baseRate })

/**
 * `met`: keys of the entities that were judged; `walked`: of those that link somebody, for the others are part of no web.
 * `web`: there are more users than a ring has.
 */
export interface Growth {
  rings: Ring[]
  met: ReadonlySet<string>
  walked: ReadonlySet<string>
  web: boolean
}

/**
 * Finds the ring around an entity: walks from it to the users that it links and on to the entities of these, until nothing
 * is new.
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
  const judged = new Map<string, EntityJudgement>()
  const growth = (rings: Ring[] | null): Growth => ({
    rings: rings ?? [],
    met: new Set(judged.keys()),
    walked: new Set([...judged].flatMap(([key, { standing }]) => (standing === 'linking' ? [key] : []))),
    web: rings === null,
  })
  let frontier = [seed]
  while (frontier.length > 0) {
    const newUsers: GraphRef[] = []
    const found = await readLinked(db, scope, frontier, rules, judged)
    for (const event of found) {
      events.set(event.eventId, event)
      if (event.user === null || users.has(event.user)) continue
      users.add(event.user)
      newUsers.push({ type: 'user', value: event.user })
    }
    if (users.size > maxUsers || events.size > maxEvents) return growth(null)
    const loaded = await loadRingEvents(db, scope, newUsers, { perNode: eventsPerUser, limit: maxEvents + 1 })
    // An attempt would lead to the device of whoever made it.
    const own = loaded.filter(event => !isAttempt(event, judged))
    for (const event of own) events.set(event.eventId, event)
    if (events.size > maxEvents) return growth(null)
    const next = new Map<string, RingEntity>()
    for (const { entities } of [...found, ...own])
      for (const entity of entities) if (!judged.has(entityKey(entity))) next.set(entityKey(entity), entity)
    frontier = [...next.values()]
    if (frontier.length > maxFrontier || frontier.some(isInWeb)) return growth(null)
  }
  return growth(await runInSlices(findRings([...events.values()], rules, judged)))
}

/**
 * Judges entities, and returns the events of those that link their users.
 * @param judged receives the judgements by the keys of the entities
 */
export async function readLinked(
  db: Db,
  scope: GraphScope,
  entities: readonly RingEntity[],
  rules: RingRules,
  judged: Map<string, EntityJudgement>,
): Promise<RingEvent[]> {
  const linked: RingEvent[] = []
  for (let from = 0; from < entities.length && linked.length <= maxEvents; from += perQuery) {
    const batch = entities.slice(from, from + perQuery)
    const perNode = rules.hubLinks + 1
    const found = await loadRingEvents(db, scope, batch, { perNode, limit: perNode * perQuery })
    const perEntity = Map.groupBy(found, event => event.n)
    const hubs = await findHubs(db, scope, batch, perEntity, rules)
    for (const [n, entity] of batch.entries()) {
      const events = perEntity.get(n) ?? []
      const judgement = hubs.has(n) ? hubJudgement : judgeEntity(entity, events, rules)
      judged.set(entityKey(entity), judgement)
      if (judgement.standing === 'linking') linked.push(...events)
    }
  }
  return linked.filter(event => !isAttempt(event, judged))
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
