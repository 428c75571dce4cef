import { attackLimits } from '../../contract/index.ts'
import { hasFailed, hasFailedByItself, keyText } from './attempt-keys.ts'
import type { AttackSearch, KeyedAttempt } from './find-attacks.ts'
import type { AttackKey, Attempt } from './types.ts'

/** Milliseconds without a failure after which an attack is silent. */
export const quietMs = attackLimits.quietMinutes * 60_000

/** An attack before the attempts of a stretch of time are read. */
interface StartedAttack {
  keys: readonly AttackKey[]
  /** Keys of the groups of the stretch that share one with it. */
  further: readonly AttackKey[]
  /** Time of its first attempt and of its last failed one, in milliseconds. */
  startedAt: number
  failedAt: number
}

interface ContinuedAttack {
  /** The attempts that belong to it, the oldest first. */
  attempts: Attempt[]
  failedAt: number
  /** Its keys with those of its further attempts, `attackLimits.keys` at most. */
  keys: readonly AttackKey[]
}

/** An attack with its attempts up to half an hour after its last failure. */
interface OngoingAttack extends ContinuedAttack {
  /** From when on attempts belong to it only where they are an attack by themselves; null: none with its keys failed. */
  silentFrom: number | null
}

/**
 * Returns the attempts that belong to an attack before it falls silent. Its devices are those of whoever attacks, while an
 * address or a network is shared with honest customers: it counts only while most of its attempts fail, and up to the
 * last failure. Only failures prolong the attack.
 */
export function* advanceAttack(
  { keys, further, startedAt, failedAt: before }: StartedAttack,
  { ordered, suspicious }: Pick<AttackSearch, 'ordered' | 'suspicious'>,
): Generator<undefined, OngoingAttack> {
  const candidates = mergeKeys(keys, further)
  const devices = new Set(candidates.flatMap(key => (key.type === 'device' ? [keyText(key)] : [])))
  const current = new Set([...devices, ...candidates.map(keyText).filter(text => suspicious.has(text))])
  const prolongs = ({ attempt, texts }: KeyedAttempt) =>
    texts.some(text => devices.has(text)) ? hasFailed(attempt) : hasFailedByItself(attempt)
  const own = ordered.filter(
    // What happened with a device long before belongs to no attack.
    ({ attempt, texts }) => attempt.at >= startedAt - quietMs && texts.some(text => current.has(text)),
  )
  yield
  const failures = own.filter(prolongs).map(({ attempt }) => attempt.at)
  let failedAt = before
  for (const at of failures) if (at > failedAt && at - failedAt < quietMs) failedAt = at
  const silentFrom = failedAt + quietMs
  const close = closeTo(own, failures, silentFrom).filter(
    // Nothing says yet that whoever comes to a shared address after the last failure belongs to the attack.
    ({ attempt, texts }) => attempt.at <= failedAt || texts.some(text => devices.has(text)),
  )
  const closeTexts = new Set(close.flatMap(({ texts }) => texts))
  return {
    attempts: close.map(({ attempt }) => attempt),
    failedAt,
    keys: limitKeys(
      mergeKeys(
        keys,
        further.filter(key => closeTexts.has(keyText(key))),
      ),
    ),
    silentFrom: failures.some(at => at >= silentFrom) ? silentFrom : null,
  }
}

/** Returns an attack with the attempts of groups that share a key with it: it went on after it had fallen silent. */
export function resumeAttack(ongoing: ContinuedAttack, groups: AttackSearch['groups']): ContinuedAttack {
  const texts = new Set(ongoing.keys.map(keyText))
  const resumed = groups.filter(group => group.keys.some(key => texts.has(keyText(key))))
  if (resumed.length === 0) return ongoing
  const resuming = resumed.flatMap(group => group.attempts).sort((a, b) => a.at - b.at)
  return {
    attempts: [...ongoing.attempts, ...resuming],
    failedAt: resuming.findLast(hasFailedByItself)?.at ?? ongoing.failedAt,
    keys: limitKeys(
      mergeKeys(
        ongoing.keys,
        resumed.flatMap(group => group.keys),
      ),
    ),
  }
}

const mergeKeys = (keys: readonly AttackKey[], more: readonly AttackKey[]): AttackKey[] => [
  ...new Map([...keys, ...more].map(key => [keyText(key), key])).values(),
]

/** Returns keys without those beyond the limit, the first ones: each decision and each check looks them up. */
export const limitKeys = (keys: readonly AttackKey[]): AttackKey[] => keys.slice(0, attackLimits.keys)

/** Returns the attempts before a time that have a failure close to them: an attack may have been silent in between. */
function closeTo(own: readonly KeyedAttempt[], failures: readonly number[], end: number): KeyedAttempt[] {
  const close: KeyedAttempt[] = []
  let next = 0
  for (const keyed of own) {
    const { at } = keyed.attempt
    if (at >= end) break
    while ((failures[next] ?? Number.POSITIVE_INFINITY) < at) next++
    const [last, coming] = [failures[next - 1], failures[next]]
    if ((last !== undefined && at - last < quietMs) || (coming !== undefined && coming - at < quietMs))
      close.push(keyed)
  }
  return close
}
