import { describe, expect, it } from 'vitest'
import { runSync } from '../../contract/cooperative.ts'
import { advanceAttack, quietMs, resumeAttack } from './continue-attack.ts'
import { searchAttacks } from './find-attacks.ts'
import { simulateAttack, simulateQuiet } from './testing/simulated-traffic.ts'
import type { AttackKey, Attempt } from './types.ts'

const from = Date.UTC(2025, 2, 3, 2)
const minute = 60_000
const quiet = simulateQuiet({ seed: 3, from, to: from + 120 * minute, attempts: 300 })
const attackAt = (start: number, seed = 5): Attempt[] =>
  simulateAttack({
    seed,
    from: start,
    to: start + 10 * minute,
    attempts: 40,
    devices: 2,
    addresses: 3,
    failing: 1,
  }).map(attempt => ({ ...attempt, device: attempt.device?.replace(/^bot\d+/, 'bot') ?? null }))
const attack = attackAt(from)
const failedAt = attack.at(-1)?.at ?? 0
const keys: AttackKey[] = [
  { type: 'device', value: 'bot-0' },
  { type: 'device', value: 'bot-1' },
  { type: 'network', value: '203.0.113.0/24' },
]
/** Customers of the network of the attack, one each half minute. */
const customers = (start: number, count: number): Attempt[] =>
  Array.from({ length: count }, (_, number) => ({
    eventId: `c${start}-${number}`,
    at: start + number * 30_000,
    outcome: 'succeeded',
    detail: null,
    account: `honest-${number}`,
    target: `honest-${number}`,
    device: `own-${number}`,
    ip: '203.0.113.99',
  }))
const go = (attempts: readonly Attempt[], further: readonly AttackKey[] = []) => {
  const all = [...quiet, ...attempts]
  const { silentFrom, ...ongoing } = runSync(
    advanceAttack({ keys, further, startedAt: from, failedAt }, runSync(searchAttacks(all))),
  )
  if (silentFrom === null) return ongoing
  return resumeAttack(ongoing, runSync(searchAttacks(all.filter(({ at }) => at >= silentFrom))).groups)
}

describe('an attack that is known', () => {
  it('takes no customers of a network where most succeed by now', () => {
    const taken = go([...attack, ...customers(failedAt + minute, 60)])
    expect(taken.attempts).toEqual(attack)
    expect(taken.failedAt).toBe(failedAt)
  })

  it('has the accounts that fell at its devices, which prolong nothing', () => {
    const [first] = attack
    if (first === undefined) throw new Error('There is no attempt.')
    const success = (at: number): Attempt => ({ ...first, eventId: `s${at}`, at, outcome: 'succeeded' })
    const [soon, late] = [success(failedAt + 29 * minute), success(failedAt + 31 * minute)]
    const taken = go([...attack, soon, late])
    expect(taken.attempts).toEqual([...attack, soon])
    expect(taken.failedAt).toBe(failedAt)
  })

  it('is not woken by a failure or two after it fell silent', () => {
    const late = customers(failedAt + quietMs + minute, 2).map(attempt => ({
      ...attempt,
      outcome: 'declined' as const,
    }))
    const taken = go([...attack, ...late])
    expect([taken.attempts, taken.failedAt]).toEqual([attack, failedAt])
  })

  it('goes on after silence with attempts that are an attack by themselves, and takes their keys', () => {
    const again = attackAt(failedAt + 60 * minute, 9).map(attempt => ({ ...attempt, ip: '192.0.2.1' }))
    const between = customers(failedAt + 35 * minute, 20)
    const taken = go([...attack, ...between, ...again])
    expect(taken.attempts).toEqual([...attack, ...again])
    expect(taken.failedAt).toBe(again.at(-1)?.at)
    expect(taken.keys).toContainEqual({ type: 'ip', value: '192.0.2.1' })
  })

  it('goes on while its devices are contained, but not because customers of its network are', () => {
    const contained = (attempt: Attempt, at: number): Attempt => ({
      ...attempt,
      eventId: `x${at}`,
      at,
      outcome: 'contained',
    })
    const [bot, [customer]] = [attack[0], customers(0, 1)]
    if (bot === undefined || customer === undefined) throw new Error('There is no attempt.')
    expect(go([...attack, contained(bot, failedAt + 20 * minute)]).failedAt).toBe(failedAt + 20 * minute)
    expect(go([...attack, contained(customer, failedAt + 20 * minute)]).failedAt).toBe(failedAt)
  })

  it('takes further keys of its attempts, up to the limit', () => {
    const further: AttackKey[] = [
      { type: 'ip', value: '203.0.113.0' },
      { type: 'device', value: 'elsewhere' },
    ]
    expect(go(attack, further).keys).toEqual([...keys, further[0]])
    const many = Array.from(
      { length: 1100 },
      (_, number): Attempt => ({
        ...(attack[0] as Attempt),
        eventId: `m${number}`,
        ip: `203.0.${number % 110}.${number % 200}`,
      }),
    )
    const ips = many.map(({ ip }): AttackKey => ({ type: 'ip', value: ip ?? '' }))
    expect(go([...attack, ...many], ips).keys).toHaveLength(1000)
  })
})
