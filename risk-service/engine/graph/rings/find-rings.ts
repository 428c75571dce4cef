import { describeRing } from './describe-ring.ts'
import { entityKey, isAttempt, judgeEntity } from './judge-entity.ts'
import type { EntityJudgement, Ring, RingEntity, RingEvent, RingRules } from './types.ts'
import { createUnionFind } from './union-find.ts'

const userKey = (user: string): string => `user\n${user}`

/**
 * Finds the rings of transactions, the highest score first. A ring is a connected component of users and the strong
 * entities that link them, with at least 3 users, and at least 2 entities of which each belongs to 2 or more of them.
 *
 * The order of the events makes no difference.
 * @param earlier judgements, by the keys of the entities, that rest on more transactions than these
 */
export function* findRings(
  events: readonly RingEvent[],
  rules: RingRules,
  earlier: ReadonlyMap<string, EntityJudgement> = new Map(),
): Generator<undefined, Ring[]> {
  const judged = yield* judgeAll(events, rules, earlier)
  const transactions = events.filter(event => !isAttempt(event, judged))
  const links = (key: string): boolean => judged.get(key)?.standing === 'linking'
  const sets = createUnionFind()
  for (const event of transactions) {
    for (const [a, b] of linksOf(event, links)) sets.union(a, b)
    yield
  }
  const components = Map.groupBy(transactions, event => componentOf(event, links, sets.find))
  components.delete(null)
  const rings: Ring[] = []
  for (const component of components.values()) {
    const ring = describeRing(component, key => judged.get(key)?.standing === 'leftOut', rules)
    if (ring !== null) rings.push(ring)
    yield
  }
  return rings.toSorted(compareRings)
}

function* judgeAll(
  events: readonly RingEvent[],
  rules: RingRules,
  earlier: ReadonlyMap<string, EntityJudgement>,
): Generator<undefined, Map<string, EntityJudgement>> {
  const named = new Map<string, { entity: RingEntity; events: RingEvent[] }>()
  for (const event of events) {
    for (const entity of event.entities) {
      const key = entityKey(entity)
      const found = named.get(key)
      if (found === undefined) named.set(key, { entity, events: [event] })
      else found.events.push(event)
    }
    yield
  }
  const judged = new Map(earlier)
  for (const [key, { entity, events: uses }] of named) {
    if (!judged.has(key)) judged.set(key, judgeEntity(entity, uses, rules))
    yield
  }
  return judged
}

function linksOf({ user, entities }: RingEvent, links: (key: string) => boolean): [string, string][] {
  const keys = entities.map(entityKey).filter(links)
  // A transaction without a user links its entities with one another.
  const owner = user === null ? keys[0] : userKey(user)
  return owner === undefined ? [] : keys.map(key => [owner, key])
}

function componentOf(
  { user, entities }: RingEvent,
  links: (key: string) => boolean,
  find: (key: string) => string,
): string | null {
  if (user !== null) return find(userKey(user))
  const key = entities.map(entityKey).find(links)
  return key === undefined ? null : find(key)
}

/** Users are in the order of their ids, and no user is in two rings. */
const firstUser = ({ users }: Ring): string => users.keys().next().value ?? ''

const compareRings = (a: Ring, b: Ring): number =>
  b.score - a.score ||
  b.users.size - a.users.size ||
  b.transactions - a.transactions ||
  (firstUser(a) < firstUser(b) ? -1 : 1)
