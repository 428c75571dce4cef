import { strongEntityTypes } from '../../../contract/graph/graph-definitions.ts'
import { accountsOf, areBadBeyondChance } from './evidence.ts'
import { entityKey } from './judge-entity.ts'
import type { Ring, RingEvent, RingEvidence, RingMember, RingRules, SharedEntity } from './types.ts'

const minUsers = 3
const minShared = 2
/** Of the score; they add up to 1. */
const weights = { bad: 0.4, share: 0.3, burst: 0.3 } as const
const day = 86_400_000
/** A ring without bad transactions is reported while at least so many, sign-ins apart, lie within a day … */
const burstShare = 0.5
/** … and its users have so few devices and instruments. */
const sharedDevices = 0.25

/** Returns a component as a ring; null where it is none. */
export function describeRing(
  events: readonly RingEvent[],
  isLeftOut: (key: string) => boolean,
  { baseRate }: Pick<RingRules, 'baseRate'>,
): Ring | null {
  const users = usersOf(events)
  if (users.size < minUsers) return null
  const entities = entitiesOf(events).filter(entity => !isLeftOut(entityKey(entity)))
  const shared = entities.filter(each => each.users >= 2)
  const name = shared.toSorted(compareShared)[0]
  if (shared.length < minShared || name === undefined) return null
  const bad = events.filter(event => event.bad).length
  const times = events.map(({ at }) => at)
  return {
    users,
    entities,
    shared: shared.length,
    name,
    transactions: events.length,
    bad,
    amountUsd: events.reduce((sum, { amountUsd }) => sum + amountUsd, 0),
    first: times.reduce((a, b) => Math.min(a, b)),
    last: times.reduce((a, b) => Math.max(a, b)),
    score: scoreOf({ bad: bad / events.length, share: shareOf(events, users.size), burst: burstOf(events) }),
    evidence: evidenceOf(events, baseRate),
  }
}

/** Returns the users of transactions, in the order of their ids. */
function usersOf(events: readonly RingEvent[]): Map<string, RingMember> {
  const users = new Map<string, RingMember>()
  for (const { user, at } of events) if (user !== null) users.set(user, extend(users.get(user), at))
  return new Map([...users].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const extend = (member: RingMember | undefined, at: number): RingMember => ({
  first: Math.min(member?.first ?? at, at),
  last: Math.max(member?.last ?? at, at),
})

/** Returns the strong entities of transactions, in the order of their types and values. */
function entitiesOf(events: readonly RingEvent[]): SharedEntity[] {
  const found = new Map<string, RingMember & { type: SharedEntity['type']; value: string; owners: Set<string> }>()
  for (const { user, at, entities } of events)
    for (const { type, value } of entities) {
      const key = entityKey({ type, value })
      const entity = found.get(key)
      const owners = entity?.owners ?? new Set<string>()
      if (user !== null) owners.add(user)
      found.set(key, { type, value, owners, ...extend(entity, at) })
    }
  return [...found.values()]
    .map(({ owners, ...entity }) => ({ ...entity, users: owners.size }))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || (a.value < b.value ? -1 : 1))
}

const rankOf = ({ type }: SharedEntity): number => strongEntityTypes.indexOf(type)

/** The one of most users first; a device before an instrument, and so on. */
const compareShared = (a: SharedEntity, b: SharedEntity): number =>
  b.users - a.users || rankOf(a) - rankOf(b) || (a.value < b.value ? -1 : 1)

/** How few devices and payment instruments the users have: 1 for none, 0 for one of each for every user, or more. */
function shareOf(events: readonly RingEvent[], users: number): number {
  const distinct = new Set(
    events.flatMap(({ entities }) =>
      entities.filter(({ type }) => type === 'device' || type === 'payment').map(({ type, value }) => type + value),
    ),
  )
  return Math.max(0, 1 - distinct.size / (2 * users))
}

/** The share of the transactions in the busiest 24 hours. */
function burstOf(events: readonly RingEvent[]): number {
  const times = events.map(({ at }) => at).toSorted((a, b) => a - b)
  let most = 0
  let start = 0
  for (const [end, at] of times.entries()) {
    while (at - (times[start] ?? at) > day) start += 1
    most = Math.max(most, end - start + 1)
  }
  return most / events.length
}

/** Halves round up; what binary fractions lose of one is given back. */
const scoreOf = ({ bad, share, burst }: Record<keyof typeof weights, number>): number =>
  Math.floor(100 * (weights.bad * bad + weights.share * share + weights.burst * burst) + 0.5 + 1e-9)

function evidenceOf(events: readonly RingEvent[], baseRate: number): RingEvidence | null {
  if (areBadBeyondChance(accountsOf(events), baseRate)) return 'outcomes'
  // An attack signs in to the accounts of others, fast and on few devices.
  const others = events.filter(({ signIn }) => !signIn)
  const users = new Set(others.flatMap(({ user }) => user ?? [])).size
  if (users < minUsers || burstOf(others) < burstShare) return null
  return shareOf(others, users) >= sharedDevices ? 'burst' : null
}
