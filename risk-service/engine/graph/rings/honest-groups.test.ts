import { describe, expect, it } from 'vitest'
import { runInSlices } from '../../../contract/cooperative.ts'
import { ringEvent } from '../testing/ring-events.ts'
import { findRings } from './find-rings.ts'
import type { RingEvent, RingRules } from './types.ts'

const rules: RingRules = { hubLinks: 200, crowd: 10, baseRate: 0.02 }
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
/** Returns the users of the rings that are reported. */
const reported = async (events: readonly RingEvent[]): Promise<string[][]> =>
  (await runInSlices(findRings(events, rules)))
    .filter(({ evidence }) => evidence !== null)
    .map(({ users }) => [...users.keys()])
/** Purchases of a user over weeks, with a device and a card of his own unless they are named. */
const purchases = (user: string, values: Parameters<typeof ringEvent>[1], count: number, bad = 0): RingEvent[] =>
  numbers(count).map(n =>
    ringEvent(user, { device: `d-${user}`, payment: `p-${user}`, ...values }, { hours: n * 100, bad: n < bad }),
  )

describe('an address', () => {
  it('that strangers share by chance links nobody, though one purchase of each was charged back', async () => {
    const strangers = ['a', 'b', 'c'].flatMap(user => purchases(user, { address: 'Main street 1' }, 3, 1))
    // A second address leads from one of them to the next stranger.
    const chained = [...strangers, ...['c', 'd'].flatMap(user => purchases(user, { address: 'Main street 2' }, 3, 1))]
    expect(await runInSlices(findRings(chained, rules))).toEqual([])
  })

  it('does not lead from a ring to a stranger', async () => {
    const ring = ['a', 'b', 'c'].flatMap(user => purchases(user, { device: 'd', payment: 'p' }, 2, 2))
    const stranger = ['x', 'c'].flatMap(user => purchases(user, { address: 'Main street 1' }, 2))
    expect(await reported([...ring, ...stranger])).toEqual([['a', 'b', 'c']])
  })

  it('links its users where half of them share something personal: a parcel locker of three telephones', async () => {
    const locker = numbers(9).flatMap(n =>
      purchases(`u-${n}`, { address: 'Locker 114', phone: `tel-${Math.floor(n / 3)}` }, 2, n < 5 ? 1 : 0),
    )
    expect((await reported(locker)).map(users => users.length)).toEqual([9])
    // As many strangers at the same address have nothing to do with a pair among them.
    const more = numbers(5).flatMap(n => purchases(`v-${n}`, { address: 'Locker 115', phone: `own-${n}` }, 2, 1))
    const pair = ['w-1', 'w-2'].flatMap(user => purchases(user, { address: 'Locker 115', phone: 'pair' }, 2, 1))
    expect(await reported([...more, ...pair])).toEqual([])
  })

  it('of a forwarding agent makes no ring of the thieves who use it, each for himself', async () => {
    const thieves = numbers(26).flatMap(n =>
      purchases(`t-${n}`, { address: 'Dock 12', ...(n < 4 ? { email: `known-${n >> 1}` } : {}) }, 1, n < 18 ? 1 : 0),
    )
    expect(await reported(thieves)).toEqual([])
  })
})

describe('a device of an attack', () => {
  const victims = numbers(30).map(n => `victim-${n}`)
  /** Sign-ins on one device, of which the first ones are rejected. */
  const attack = (rejected: number, users = victims) =>
    users.map((user, n) =>
      ringEvent(user, { device: 'program' }, { signIn: true, bad: n < rejected, hours: 500 + n / 100 }),
    )

  it.each([
    ['all sign-ins were rejected', 30],
    ['the password was right for some', 20],
  ])('makes no ring of its victims: %s', async (_, rejected) => {
    const own = victims.flatMap((user, n) => purchases(user, { email: `e-${n >> 1}` }, 2, n % 9 === 0 ? 1 : 0))
    expect(await reported([...own, ...attack(rejected)])).toEqual([])
  })

  it('is not reported for its speed either, while nothing is known of it', async () => {
    expect(
      await reported(
        attack(0, victims.slice(0, 8)).map(event => ({
          ...event,
          entities: [...event.entities, { type: 'email' as const, value: 'list' }],
        })),
      ),
    ).toEqual([])
  })

  it('does not hide a ring that buys on it', async () => {
    const buyers = ['a', 'b', 'c'].flatMap(user => purchases(user, { device: 'program', payment: 'card' }, 2, 2))
    expect(await reported([...attack(20), ...buyers])).toEqual([['a', 'b', 'c']])
  })

  it('or of a ring does not make a member of the account that it failed to sign in to', async () => {
    const ring = ['a', 'b', 'c'].flatMap(user => purchases(user, { device: 'd', payment: 'p' }, 2, 2))
    const attempt = ringEvent('x', { device: 'd' }, { signIn: true, bad: true, hours: 50 })
    expect(await reported([...ring, attempt])).toEqual([['a', 'b', 'c']])
    // Who signs in there unsuspected is one of them.
    expect(await reported([...ring, { ...attempt, bad: false }])).toEqual([['a', 'b', 'c', 'x']])
  })

  it('is another thing than the device on which the accounts of a ring sign in', async () => {
    const ring = ['a', 'b', 'c', 'd'].flatMap((user, n) => [
      ...purchases(user, { payment: `card-${n >> 1}` }, 2, 1),
      ringEvent(user, { device: 'home' }, { signIn: true, hours: 10 * n }),
    ])
    expect(await reported(ring)).toEqual([['a', 'b', 'c', 'd']])
  })
})

it('a family and an office whose members have a chargeback as often as others are no rings', async () => {
  const family = ['a', 'b', 'c'].flatMap((user, n) =>
    purchases(user, { device: 'tablet', address: 'Home 1' }, 8, n === 0 ? 1 : 0),
  )
  const office = numbers(7).flatMap(n =>
    purchases(`o-${n}`, { payment: 'company', address: 'Office 2' }, 6, n < 2 ? 1 : 0),
  )
  expect(await reported([...family, ...office])).toEqual([])
  expect((await runInSlices(findRings([...family, ...office], rules))).map(({ users }) => users.size)).toEqual(
    expect.arrayContaining([3, 7]),
  )
})

it('strangers behind an address of a carrier have nothing in common that could link them', async () => {
  expect(await reported(numbers(24).flatMap(n => purchases(`m-${n}`, {}, 1, n % 2)))).toEqual([])
})
