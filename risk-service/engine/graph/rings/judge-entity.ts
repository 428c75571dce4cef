import { accountsOf, areBadBeyondChance } from './evidence.ts'
import type { EntityJudgement, RingEntity, RingEvent, RingRules } from './types.ts'

export const entityKey = ({ type, value }: RingEntity): string => `${type}\n${value}`

/** A hub, whatever else is known of it. */
export const hubJudgement: EntityJudgement = { standing: 'leftOut', attacked: false }

/**
 * Judges whom an entity links, by the transactions that name it:
 *
 * - a hub links nobody, and neither do the many users of an entity that are no worse than others: the address of a
 *   dormitory, the card of a company
 * - an address belongs to a place, not to a person, and strangers share it by chance; it links its users if at least half
 *   of them share something personal, too
 * - sign-ins on a device of an attack show which accounts were tried, not who owns them
 */
export function judgeEntity(entity: RingEntity, events: readonly RingEvent[], rules: RingRules): EntityJudgement {
  const signIns = events.filter(({ signIn }) => signIn)
  const attacked = areBadBeyondChance(accountsOf(signIns), rules.baseRate)
  const uses = events.filter(({ signIn, bad }) => !signIn || !(bad || attacked))
  return { standing: standingOf(entity, uses, rules), attacked }
}

function standingOf(
  { type }: RingEntity,
  uses: readonly RingEvent[],
  { hubLinks, crowd, baseRate }: RingRules,
): EntityJudgement['standing'] {
  const accounts = accountsOf(uses)
  if (accounts.length > hubLinks) return 'leftOut'
  const users = new Set(uses.flatMap(({ user }) => user ?? []))
  if (users.size >= crowd && !areBadBeyondChance(accounts, baseRate)) return 'leftOut'
  return type === 'address' && countTied(uses) * 2 < users.size ? 'loose' : 'linking'
}

/** Counts the users who share something personal with another one, in the transactions of an address. */
function countTied(uses: readonly RingEvent[]): number {
  const owners = new Map<string, Set<string>>()
  for (const { user, entities } of uses) {
    if (user === null) continue
    for (const entity of entities) {
      if (entity.type === 'address') continue
      const key = entityKey(entity)
      const found = owners.get(key)
      if (found === undefined) owners.set(key, new Set([user]))
      else found.add(user)
    }
  }
  return new Set([...owners.values()].flatMap(users => (users.size > 1 ? [...users] : []))).size
}

/**
 * Whether a transaction is an attempt on an account, which says nothing of what its user has: a bad sign-in, or one on a
 * device of an attack.
 */
export const isAttempt = (
  { signIn, bad, entities }: RingEvent,
  judged: ReadonlyMap<string, EntityJudgement>,
): boolean => signIn && (bad || entities.some(entity => judged.get(entityKey(entity))?.attacked === true))
