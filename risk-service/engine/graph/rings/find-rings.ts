import { shareInterval } from '../../contrast/intervals.ts'
import { describeRing } from './describe-ring.ts'
import type { Ring, RingEntity, RingEvent, RingRules } from './types.ts'
import { createUnionFind } from './union-find.ts'

export const entityKey = ({ type, value }: RingEntity): string => `${type}\n${value}`
const userKey = (user: string): string => `user\n${user}`

/** What is counted of an entity. */
export interface EntityUse {
  entity: RingEntity
  users: Set<string>
  guests: number
  transactions: number
  bad: number
}

/**
 * Finds the rings of transactions, the highest score first. A ring is a connected component of users and strong
 * entities with at least 3 users, and at least 2 entities of which each belongs to 2 or more of them. Entities that
 * many unrelated people share are left out: hubs, and crowded ones without more bad transactions than chance gives.
 *
 * The order of the events makes no difference.
 * @param alreadyLeftOut keys of entities that are left out because of transactions that are not among these
 */
export function* findRings(
  events: readonly RingEvent[],
  rules: RingRules,
  alreadyLeftOut: ReadonlySet<string> = new Set(),
): Generator<undefined, Ring[]> {
  const uses = new Map<string, EntityUse>()
  for (const event of events) {
    countUse(uses, event)
    yield
  }
  const crowded = [...uses].flatMap(([key, use]) => (isLeftOut(use, rules) ? [key] : []))
  const leftOut = new Set([...alreadyLeftOut, ...crowded])
  const sets = createUnionFind()
  for (const event of events) {
    for (const [a, b] of linksOf(event, leftOut)) sets.union(a, b)
    yield
  }
  const components = Map.groupBy(events, event => componentOf(event, leftOut, sets.find))
  components.delete(null)
  const rings: Ring[] = []
  for (const component of components.values()) {
    const ring = describeRing(component, leftOut, rules)
    if (ring !== null) rings.push(ring)
    yield
  }
  return rings.toSorted(compareRings)
}

export function countUse(uses: Map<string, EntityUse>, { user, entities, bad }: RingEvent): void {
  for (const entity of entities) {
    const key = entityKey(entity)
    const use = uses.get(key) ?? { entity, users: new Set(), guests: 0, transactions: 0, bad: 0 }
    uses.set(key, use)
    if (user === null) use.guests += 1
    else use.users.add(user)
    use.transactions += 1
    if (bad) use.bad += 1
  }
}

/**
 * Whether an entity links nobody: a hub, or one that many users share while its transactions are no worse than others,
 * such as the address of a dormitory or the card of a company.
 */
export function isLeftOut(
  { users, guests, transactions, bad }: Omit<EntityUse, 'entity'>,
  { hubLinks, crowd, baseRate }: RingRules,
): boolean {
  if (users.size + guests > hubLinks) return true
  return users.size >= crowd && shareInterval(bad, transactions).low <= baseRate
}

function linksOf({ user, entities }: RingEvent, leftOut: ReadonlySet<string>): [string, string][] {
  const keys = entities.map(entityKey).filter(key => !leftOut.has(key))
  // A transaction without a user links its entities with one another.
  const owner = user === null ? keys[0] : userKey(user)
  return owner === undefined ? [] : keys.map(key => [owner, key])
}

function componentOf(
  { user, entities }: RingEvent,
  leftOut: ReadonlySet<string>,
  find: (key: string) => string,
): string | null {
  if (user !== null) return find(userKey(user))
  const key = entities.map(entityKey).find(each => !leftOut.has(each))
  return key === undefined ? null : find(key)
}

/** Users are in the order of their ids, and no user is in two rings. */
const firstUser = ({ users }: Ring): string => users.keys().next().value ?? ''

const compareRings = (a: Ring, b: Ring): number =>
  b.score - a.score ||
  b.users.size - a.users.size ||
  b.transactions - a.transactions ||
  (firstUser(a) < firstUser(b) ? -1 : 1)
