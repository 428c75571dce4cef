import { binomialTail } from '../alerts/chance.ts'
import { hasFailed, keysOf, keyText } from './attempt-keys.ts'
import type { AttackGroup, AttackKey, Attempt } from './types.ts'

/**
 * When attempts are an attack. One customer who mistypes, a family behind one address and an hour in which the bank
 * declines everything must stay below these limits; the tests of this folder try each of them.
 */
export const attackThresholds = {
  /** Failed attempts of a group. */
  failures: 10,
  /** Different accounts or cards among its failures, and their share: who tries few again and again tests none. */
  targets: 8,
  targetShare: 0.2,
  /** Share of failures among the attempts that have a key. */
  failedShare: 0.5,
  /** The group fails by chance less often than this, at the rate of everybody else. */
  chance: 1e-6,
  /** Others are taken to fail at least this often: a quiet hour says little of the next one. */
  usualShare: 0.05,
} as const

/** Failed attempts with different targets from which on a key can belong to an attack. */
const fewest: Readonly<Record<AttackKey['type'], number>> = { device: 2, ip: 2, network: 8 }
/** Different addresses of a network; with fewer, the addresses themselves are the keys. */
const networkAddresses = 3

interface KeyCount {
  key: AttackKey
  attempts: number
  failed: number
  targets: Set<string>
  addresses: Set<string>
}

/**
 * Groups the attempts of one kind and environment in a stretch of time into attacks.
 *
 * A key is suspicious when several targets failed with it and most of its attempts failed. Suspicious keys that occur in
 * one attempt belong together (connected components, by union and find: B. A. Galler and M. J. Fisher, *An improved
 * equivalence algorithm*, Communications of the ACM 7 (1964), 301–303). All attempts with a key of a component are a
 * group, the successful ones included. A group is an attack when it has enough failures of enough targets and would fail
 * so often by chance with a probability below `attackThresholds.chance`: the upper tail of the binomial distribution at the
 * share of failures of all attempts outside the group. When everything fails, as in an outage of a bank, that share is
 * high, and nothing is an attack.
 *
 * The result depends on nothing but the attempts, not on their order either.
 */
export function findAttacks(attempts: readonly Attempt[]): AttackGroup[] {
  const ordered = [...attempts].sort((a, b) => a.at - b.at || (a.eventId < b.eventId ? -1 : 1))
  const counts = countKeys(ordered)
  const suspicious = new Set([...counts].filter(([, count]) => isSuspicious(count)).map(([text]) => text))
  const rootOf = connect(ordered, suspicious)
  const groups = new Map<string, Attempt[]>()
  for (const attempt of ordered) {
    const first = keysOf(attempt)
      .map(keyText)
      .find(text => suspicious.has(text))
    if (first === undefined) continue
    const root = rootOf(first)
    const members = groups.get(root)
    if (members === undefined) groups.set(root, [attempt])
    else members.push(attempt)
  }
  const failedInAll = ordered.filter(hasFailed).length
  return [...groups.values()]
    .map(members => {
      const failed = members.filter(hasFailed).length
      const others = { attempts: ordered.length - members.length, failed: failedInAll - failed }
      const keys = suspiciousKeys(members, suspicious)
      return { keys, attempts: members, failed, chance: chanceOf(members.length, failed, others) }
    })
    .filter(isAttack)
    .sort((a, b) => b.failed - a.failed || firstAt(a) - firstAt(b))
}

/** Returns the attempts that have one of some keys. */
export function attemptsWith(attempts: readonly Attempt[], keys: readonly AttackKey[]): Attempt[] {
  const texts = new Set(keys.map(keyText))
  return attempts.filter(attempt => keysOf(attempt).some(key => texts.has(keyText(key))))
}

const firstAt = ({ attempts }: AttackGroup): number => attempts[0]?.at ?? 0

function countKeys(attempts: readonly Attempt[]): Map<string, KeyCount> {
  const counts = new Map<string, KeyCount>()
  for (const attempt of attempts)
    for (const key of keysOf(attempt)) {
      const text = keyText(key)
      let count = counts.get(text)
      if (count === undefined) {
        count = { key, attempts: 0, failed: 0, targets: new Set(), addresses: new Set() }
        counts.set(text, count)
      }
      count.attempts++
      if (!hasFailed(attempt)) continue
      count.failed++
      if (attempt.target !== null) count.targets.add(attempt.target)
      if (attempt.ip !== null) count.addresses.add(attempt.ip)
    }
  return counts
}

const isSuspicious = ({ key, attempts, failed, targets, addresses }: KeyCount): boolean =>
  failed >= fewest[key.type] &&
  targets.size >= fewest[key.type] &&
  failed >= attackThresholds.failedShare * attempts &&
  (key.type !== 'network' || addresses.size >= networkAddresses)

/** Connects suspicious keys that occur in one attempt, and returns the representative of each. */
function connect(attempts: readonly Attempt[], suspicious: ReadonlySet<string>): (text: string) => string {
  const parents = new Map<string, string>()
  const rootOf = (text: string): string => {
    let root = text
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent
    // The way is shortened for the next search.
    for (let step = text; step !== root; ) {
      const parent = parents.get(step) ?? root
      parents.set(step, root)
      step = parent
    }
    return root
  }
  for (const attempt of attempts) {
    const [first, ...others] = keysOf(attempt)
      .map(keyText)
      .filter(text => suspicious.has(text))
    if (first === undefined) continue
    for (const other of others) {
      const [a, b] = [rootOf(first), rootOf(other)]
      // The smaller text represents both, whatever came first.
      if (a !== b) parents.set(a < b ? b : a, a < b ? a : b)
    }
  }
  return rootOf
}

function suspiciousKeys(members: readonly Attempt[], suspicious: ReadonlySet<string>): AttackKey[] {
  const keys = new Map<string, AttackKey>()
  for (const attempt of members)
    for (const key of keysOf(attempt)) if (suspicious.has(keyText(key))) keys.set(keyText(key), key)
  return [...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key)
}

/** Attempts outside a group count with twenty more at the usual share, so that few of them say little. */
const priorAttempts = 20

function chanceOf(attempts: number, failed: number, others: { attempts: number; failed: number }): number {
  const share = (others.failed + priorAttempts * attackThresholds.usualShare) / (others.attempts + priorAttempts)
  const usual = Math.max(attackThresholds.usualShare, share)
  return failed <= attempts * usual ? 1 : binomialTail(attempts, usual, failed)
}

function isAttack({ attempts, failed, chance }: AttackGroup): boolean {
  const targets = new Set(attempts.filter(hasFailed).flatMap(({ target }) => target ?? [])).size
  return (
    failed >= attackThresholds.failures &&
    targets >= attackThresholds.targets &&
    targets >= attackThresholds.targetShare * failed &&
    failed >= attackThresholds.failedShare * attempts.length &&
    chance <= attackThresholds.chance
  )
}
