import { runSync } from '../../contract/cooperative.ts'
import { binomialTail } from '../alerts/chance.ts'
import { hasFailed, hasFailedByItself, keysOf, keyText } from './attempt-keys.ts'
import type { AttackGroup, AttackKey, Attempt } from './types.ts'

/**
 * When attempts are an attack. One customer who mistypes, a family behind one address and an hour in which the bank
 * declines everything must stay below these limits; the tests of this folder try each of them.
 */
const attackThresholds = {
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

/**
 * When a key can belong to an attack: failed attempts with different targets, the share of failures among its attempts,
 * and the different addresses of a network; with fewer, the addresses themselves are the keys.
 */
export const suspicionThresholds = {
  fewest: { device: 2, ip: 2, network: 8 },
  failedShare: attackThresholds.failedShare,
  networkAddresses: 3,
} as const satisfies {
  fewest: Readonly<Record<AttackKey['type'], number>>
  failedShare: number
  networkAddresses: number
}
const { fewest, networkAddresses } = suspicionThresholds

interface KeyCount {
  key: AttackKey
  attempts: number
  failed: number
  targets: Set<string>
  addresses: Set<string>
}

/** An attempt with its keys, and their texts in the same order. */
export interface KeyedAttempt {
  attempt: Attempt
  keys: readonly AttackKey[]
  texts: readonly string[]
}

export interface AttackSearch {
  groups: AttackGroup[]
  /** The attempts, the oldest first. */
  ordered: KeyedAttempt[]
  /** Texts of the suspicious keys, of groups that are no attack too. */
  suspicious: ReadonlySet<string>
}

/**
 * What a store counted of a stretch of time, of which only the attempts with suspicious keys are given: which keys of
 * each attempt are suspicious, by their texts, and how many attempts of the whole stretch were judged and failed.
 */
export interface CountedTraffic {
  suspicious: ReadonlySet<string>
  all: JudgedCount
}
interface JudgedCount {
  attempts: number
  failed: number
}

/** Attempts that are worked on without a pause. */
const sliceLength = 500

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
 * What a containment stopped says nothing of the attempt: it makes no key suspicious and no group an attack, or else a
 * containment would take in ever more customers.
 *
 * The result depends on nothing but the attempts, not on their order either. Pauses between slices of attempts.
 * @param counted what is left to count where the attempts are not all of the stretch
 */
export function* searchAttacks(
  attempts: readonly Attempt[],
  counted?: CountedTraffic,
): Generator<undefined, AttackSearch> {
  const sorted = [...attempts].sort((a, b) => a.at - b.at || (a.eventId < b.eventId ? -1 : 1))
  const ordered: KeyedAttempt[] = []
  const counts = new Map<string, KeyCount>()
  for (const attempt of sorted) {
    if (ordered.length % sliceLength === sliceLength - 1) yield
    const keys = keysOf(attempt)
    const keyed = { attempt, keys, texts: keys.map(keyText) }
    ordered.push(keyed)
    if (counted === undefined && attempt.outcome !== 'contained') countKeys(counts, keyed)
  }
  const suspicious =
    counted?.suspicious ?? new Set([...counts].filter(([, count]) => isSuspicious(count)).map(([text]) => text))
  yield
  const rootOf = yield* connect(ordered, suspicious)
  const groups = new Map<string, KeyedAttempt[]>()
  for (const [index, keyed] of ordered.entries()) {
    if (index % sliceLength === sliceLength - 1) yield
    const first = keyed.texts.find(text => suspicious.has(text))
    if (first === undefined) continue
    const root = rootOf(first)
    const members = groups.get(root)
    if (members === undefined) groups.set(root, [keyed])
    else members.push(keyed)
  }
  yield
  const all = counted?.all ?? countJudged(sorted)
  const found: AttackGroup[] = []
  for (const keyed of groups.values()) {
    const members = keyed.map(({ attempt }) => attempt)
    const own = countJudged(members)
    // Counts of a stretch may be those of a moment before the attempts were read.
    const others = {
      attempts: Math.max(0, all.attempts - own.attempts),
      failed: Math.max(0, all.failed - own.failed),
    }
    const chance = chanceOf(own.attempts, own.failed, others)
    const group = { keys: suspiciousKeys(keyed, suspicious), attempts: members, failed: own.failed, chance }
    if (isAttack(group, own.attempts)) found.push(group)
    yield
  }
  return { groups: found.sort((a, b) => b.failed - a.failed || firstAt(a) - firstAt(b)), ordered, suspicious }
}

/** Returns the attacks among attempts without a pause; see `searchAttacks`. */
export const findAttacks = (attempts: readonly Attempt[]): AttackGroup[] => runSync(searchAttacks(attempts)).groups

const firstAt = ({ attempts }: AttackGroup): number => attempts[0]?.at ?? 0

/** Counts what rules, banks and merchants judged, and how much of it failed. */
function countJudged(attempts: readonly Attempt[]): JudgedCount {
  let [judged, failed] = [0, 0]
  for (const attempt of attempts) {
    if (attempt.outcome !== 'contained') judged++
    if (hasFailedByItself(attempt)) failed++
  }
  return { attempts: judged, failed }
}

function countKeys(counts: Map<string, KeyCount>, { attempt, keys, texts }: KeyedAttempt): void {
  for (const [index, key] of keys.entries()) {
    const text = texts[index] ?? ''
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
}

const isSuspicious = ({ key, attempts, failed, targets, addresses }: KeyCount): boolean =>
  failed >= fewest[key.type] &&
  targets.size >= fewest[key.type] &&
  failed >= attackThresholds.failedShare * attempts &&
  (key.type !== 'network' || addresses.size >= networkAddresses)

/** Connects suspicious keys that occur in one attempt, and returns the representative of each. */
function* connect(
  attempts: readonly KeyedAttempt[],
  suspicious: ReadonlySet<string>,
): Generator<undefined, (text: string) => string> {
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
  for (const [index, { texts }] of attempts.entries()) {
    if (index % sliceLength === sliceLength - 1) yield
    const [first, ...others] = texts.filter(text => suspicious.has(text))
    if (first === undefined) continue
    for (const other of others) {
      const [a, b] = [rootOf(first), rootOf(other)]
      // The smaller text represents both, whatever came first.
      if (a !== b) parents.set(a < b ? b : a, a < b ? a : b)
    }
  }
  return rootOf
}

function suspiciousKeys(members: readonly KeyedAttempt[], suspicious: ReadonlySet<string>): AttackKey[] {
  const keys = new Map<string, AttackKey>()
  for (const member of members)
    for (const [index, key] of member.keys.entries()) {
      const text = member.texts[index] ?? ''
      if (suspicious.has(text)) keys.set(text, key)
    }
  return [...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key)
}

/** Attempts outside a group count with twenty more at the usual share, so that few of them say little. */
const priorAttempts = 20

function chanceOf(attempts: number, failed: number, others: JudgedCount): number {
  const share = (others.failed + priorAttempts * attackThresholds.usualShare) / (others.attempts + priorAttempts)
  const usual = Math.max(attackThresholds.usualShare, share)
  return failed <= attempts * usual ? 1 : binomialTail(attempts, usual, failed)
}

/** @param judged attempts of the group without those that a containment stopped */
function isAttack({ attempts, failed, chance }: AttackGroup, judged: number): boolean {
  const targets = new Set(attempts.filter(hasFailedByItself).flatMap(({ target }) => target ?? [])).size
  return (
    failed >= attackThresholds.failures &&
    targets >= attackThresholds.targets &&
    targets >= attackThresholds.targetShare * failed &&
    failed >= attackThresholds.failedShare * judged &&
    chance <= attackThresholds.chance
  )
}
