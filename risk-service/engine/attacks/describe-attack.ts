import type { AttackFingerprint, AttackKind } from '../../contract/index.ts'
import { hasFailed, keysOf } from './attempt-keys.ts'
import type { Attempt } from './types.ts'

/** Attempts that are worked on without a pause. */
const sliceLength = 500

/** Values of each part of a fingerprint; the rest is counted together. */
const listed = 8

/**
 * Share of attacked accounts that signed in before from which on passwords are taken to be sprayed. Stuffed credentials
 * come from other services, where most of the names belong to nobody here; whoever sprays has a list of accounts.
 */
const existingShare = 0.5

/**
 * Returns what kind of attack attempts are. Passwords are not seen, so that sprayed and stuffed ones are told apart by
 * the accounts alone.
 * @param existing share of the attacked accounts that the environment saw before the attack, 0 to 1
 */
export const kindOf = (eventType: string, existing: number): AttackKind =>
  eventType === 'purchase' ? 'cardTesting' : existing >= existingShare ? 'passwordSpraying' : 'credentialStuffing'

/**
 * Describes what attempts have in common: how few devices, addresses and networks they come from, families of user
 * agents, why they failed, and their rhythm. Pauses between slices of attempts.
 * @param agents family of the user agent by event, where the attempt has one
 */
export function* describeAttack(
  attempts: readonly Attempt[],
  agents: ReadonlyMap<string, string>,
): Generator<undefined, AttackFingerprint> {
  const failed = attempts.filter(hasFailed)
  const values = { device: new Set<string>(), ip: new Set<string>(), network: new Set<string>() }
  for (const [index, attempt] of attempts.entries()) {
    if (index % sliceLength === sliceLength - 1) yield
    for (const { type, value } of keysOf(attempt)) values[type].add(value)
  }
  return {
    devices: values.device.size,
    addresses: values.ip.size,
    networks: values.network.size,
    agents: topOf(attempts.flatMap(({ eventId }) => agents.get(eventId) ?? [])).map(({ text, count }) => ({
      family: text,
      count,
    })),
    failures: topOf(failed.map(({ outcome, detail }) => `${outcome}\n${codeOf(detail)}`)).map(({ text, count }) => {
      const [outcome = '', detail = ''] = text.split('\n')
      return { outcome: outcome as Attempt['outcome'], detail: detail === '' ? null : detail, count }
    }),
    rhythm: rhythmOf(attempts),
  }
}

/** Reasons are codes. What else stands there may name a customer, and a fingerprint is shown without masking. */
const codeOf = (detail: string | null): string => (detail !== null && /^[\w .-]{1,40}$/.test(detail) ? detail : '')

function topOf(texts: readonly string[]): { text: string; count: number }[] {
  return [...Map.groupBy(texts, text => text)]
    .map(([text, { length: count }]) => ({ text, count }))
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
    .slice(0, listed)
}

/** Gaps from which on a rhythm can be said to be even. */
const fewestGaps = 10
/**
 * Coefficient of variation below which gaps are even. Independent arrivals, such as those of people, have exponential
 * gaps, whose coefficient is 1; a program that waits between two attempts has a smaller one.
 */
const evenBelow = 0.7

/** Returns the median gap of attempts in milliseconds, and whether the gaps are evener than chance makes them. */
function rhythmOf(attempts: readonly Attempt[]): AttackFingerprint['rhythm'] {
  const times = attempts.map(({ at }) => at).sort((a, b) => a - b)
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at))
  if (gaps.length < fewestGaps) return { gapMs: null, even: false }
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / (gaps.length - 1)
  const median = gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? 0
  return { gapMs: Math.round(median), even: mean > 0 && Math.sqrt(variance) / mean < evenBelow }
}
