import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runSync } from '../../contract/cooperative.ts'
import { describeAttack, kindOf } from './describe-attack.ts'
import { findAttacks, searchAttacks } from './find-attacks.ts'
import { createRandom, simulateAttack, simulateQuiet } from './testing/simulated-traffic.ts'
import type { Attempt } from './types.ts'

const from = Date.UTC(2025, 2, 3, 2)
const hour = 3_600_000
const quietOf = (seed: number, more: object = {}) =>
  simulateQuiet({ seed, from, to: from + 2 * hour, attempts: 300, ...more })
const attackOf = (seed: number, more: object = {}) =>
  simulateAttack({
    seed,
    from: from + hour / 2,
    to: from + hour,
    attempts: 60,
    devices: 6,
    addresses: 9,
    failing: 0.8,
    ...more,
  })
const idsOf = (attempts: readonly Attempt[]) => attempts.map(({ eventId }) => eventId)

describe('attempts of an attack', () => {
  it('are one group of at least 95 %, with hardly anybody else, whatever runs beside it', () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.integer({ min: 1, max: 1_000_000 }),
          attempts: fc.integer({ min: 40, max: 300 }),
          devices: fc.integer({ min: 1, max: 8 }),
          addresses: fc.integer({ min: 1, max: 12 }),
          failing: fc.double({ min: 0.75, max: 1, noNaN: true }),
          beside: fc.integer({ min: 0, max: 600 }),
        }),
        ({ seed, beside, ...shape }) => {
          const attack = attackOf(seed, shape)
          const groups = findAttacks([...quietOf(seed + 1, { attempts: beside }), ...attack])
          expect(groups).toHaveLength(1)
          const members = new Set(idsOf(groups[0]?.attempts ?? []))
          expect(idsOf(attack).filter(id => members.has(id)).length).toBeGreaterThanOrEqual(0.95 * attack.length)
          expect([...members].filter(id => id.startsWith('q')).length).toBeLessThanOrEqual(0.02 * members.size)
        },
      ),
      { seed: 7, numRuns: 120 },
    )
  })

  it('are found by a dozen of them, in whatever order they are read', () => {
    const attempts = [...quietOf(3), ...attackOf(5, { attempts: 14, failing: 1, devices: 2, addresses: 2 })]
    const [group] = findAttacks(attempts)
    expect(group?.attempts).toHaveLength(14)
    const random = createRandom(1)
    const shuffled = [...attempts].sort(() => random() - 0.5)
    expect(findAttacks(shuffled)).toEqual(findAttacks(attempts))
  })

  it('of two attacks at once are two groups', () => {
    const other = attackOf(9).map(attempt => ({ ...attempt, ip: `192.0.2.${attempt.ip?.split('.')[3]}` }))
    const groups = findAttacks([...quietOf(3), ...attackOf(5), ...other])
    expect(groups.map(({ attempts }) => attempts[0]?.eventId.slice(0, 2)).sort()).toEqual(['a5', 'a9'])
  })

  it('that never repeat a device or an address are found by their network', () => {
    const attack = attackOf(5, { attempts: 100, addresses: 1 }).map((attempt, number) => ({
      ...attempt,
      device: `once-${number}`,
      ip: `203.0.113.${number}`,
    }))
    const [group] = findAttacks([...quietOf(3), ...attack])
    expect(group?.keys).toEqual([{ type: 'network', value: '203.0.113.0/24' }])
    expect(group?.attempts).toHaveLength(100)
  })
})

describe('no attack', () => {
  it('is in quiet traffic, at any rate of honest failures', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.double({ min: 0, max: 0.15, noNaN: true }),
        fc.integer({ min: 10, max: 1500 }),
        (seed, failing, attempts) => {
          expect(findAttacks(quietOf(seed, { failing, attempts }))).toEqual([])
        },
      ),
      { seed: 7, numRuns: 120 },
    )
  })

  it('is an hour in which everything fails, as in an outage of the bank', () => {
    for (const seed of [1, 2, 3, 4]) expect(findAttacks(quietOf(seed, { failing: 0.95, attempts: 400 }))).toEqual([])
  })

  it('is one customer who tries the same card again and again', () => {
    const stubborn = attackOf(5, { failing: 1, devices: 1, addresses: 1 }).map(attempt => ({
      ...attempt,
      target: 'card-1',
    }))
    expect(findAttacks([...quietOf(3), ...stubborn])).toEqual([])
  })

  it('is a shared address where few fail', () => {
    const office = attackOf(5, { attempts: 200, failing: 0.2, devices: 200, addresses: 1 })
    expect(findAttacks([...quietOf(3), ...office])).toEqual([])
  })

  it('is what a containment stopped: it makes no key of a device or an address', () => {
    const contained = attackOf(5, { failing: 1 }).map(attempt => ({ ...attempt, outcome: 'contained' as const }))
    expect(findAttacks([...quietOf(3), ...contained])).toEqual([])
    // Two honest accounts of one device, at an address of an attack that is contained.
    const attack = attackOf(7, { devices: 1, addresses: 1, failing: 1 })
    const honest = ['a', 'b'].map(account => ({
      ...(attack.at(-1) as Attempt),
      eventId: account,
      account,
      target: account,
      device: 'family',
      outcome: 'contained' as const,
    }))
    const [group] = findAttacks([...quietOf(3), ...attack, ...honest])
    expect(group?.keys.filter(({ type }) => type === 'device')).toEqual([{ type: 'device', value: 'bot7-0' }])
  })

  it('is in no attempts, and in those without a device or an address', () => {
    expect(findAttacks([])).toEqual([])
    expect(findAttacks(attackOf(5).map(attempt => ({ ...attempt, device: null, ip: ' ' })))).toEqual([])
  })
})

it('attempts with suspicious keys alone have the same groups, when a store counted the others', () => {
  const attempts = [...quietOf(3), ...attackOf(5), ...attackOf(7, { addresses: 3 })]
  const whole = runSync(searchAttacks(attempts))
  const failed = attempts.filter(({ outcome }) => outcome === 'declined' || outcome === 'refused').length
  const some = whole.ordered.flatMap(({ attempt, texts }) =>
    texts.some(text => whole.suspicious.has(text)) ? [attempt] : [],
  )
  expect(some.length).toBeLessThan(attempts.length / 2)
  const { groups } = runSync(
    searchAttacks(some, { suspicious: whole.suspicious, all: { attempts: attempts.length, failed } }),
  )
  expect(groups).toEqual(whole.groups)
  expect(groups.length).toBeGreaterThan(0)
})

describe('a fingerprint', () => {
  it('has keys, user agents, reasons and rhythm', () => {
    const [group] = findAttacks([...quietOf(3), ...attackOf(5)])
    if (group === undefined) throw new Error('There is no group.')
    const agents = new Map(group.attempts.map(({ eventId }, index) => [eventId, index < 50 ? 'Headless' : 'Chrome']))
    const fingerprint = runSync(describeAttack(group.attempts, agents))
    expect(fingerprint).toMatchObject({
      devices: 6,
      addresses: 9,
      networks: 1,
      agents: [
        { family: 'Headless', count: 50 },
        { family: 'Chrome', count: 10 },
      ],
      failures: [{ outcome: 'refused', detail: 'ChallengeFailed', count: group.failed }],
      rhythm: { even: true },
    })
    // Sixty attempts in half an hour.
    expect(fingerprint.rhythm.gapMs).toBeGreaterThan(29_000)
    expect(fingerprint.rhythm.gapMs).toBeLessThan(31_000)
  })

  it('has codes as reasons, no free text that may name a customer', () => {
    const texts = ['51', 'Wrong PIN', 'Rejected for jane@shop.example', `${'x'.repeat(41)}`, null]
    const attempts = texts.map((detail, number) => ({ ...(attackOf(5, { failing: 1 })[number] as Attempt), detail }))
    expect(runSync(describeAttack(attempts, new Map())).failures).toEqual([
      { outcome: 'refused', detail: null, count: 3 },
      { outcome: 'refused', detail: '51', count: 1 },
      { outcome: 'refused', detail: 'Wrong PIN', count: 1 },
    ])
  })

  it('says nothing of the rhythm of few attempts, and calls the one of people uneven', () => {
    expect(runSync(describeAttack(attackOf(5, { attempts: 5 }), new Map())).rhythm).toEqual({
      gapMs: null,
      even: false,
    })
    expect(runSync(describeAttack(quietOf(3), new Map())).rhythm.even).toBe(false)
  })

  it('tells sprayed passwords from stuffed credentials by the accounts', () => {
    expect([kindOf('purchase', 1), kindOf('accountlogin', 0.9), kindOf('accountlogin', 0.2)]).toEqual([
      'cardTesting',
      'passwordSpraying',
      'credentialStuffing',
    ])
  })
})
