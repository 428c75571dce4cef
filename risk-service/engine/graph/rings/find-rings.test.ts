import { describe, expect, it } from 'vitest'
import { runInSlices } from '../../../contract/cooperative.ts'
import { ringEvent } from '../testing/ring-events.ts'
import { findRings } from './find-rings.ts'
import { entityKey } from './judge-entity.ts'
import type { Ring, RingEvent, RingRules } from './types.ts'

const rules: RingRules = { hubLinks: 200, crowd: 10, baseRate: 0.02 }
const find = (events: readonly RingEvent[], more: Partial<RingRules> = {}): Promise<Ring[]> =>
  runInSlices(findRings(events, { ...rules, ...more }))
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const usersOf = ({ users }: Ring) => [...users.keys()]

/** Numbers of a linear congruential generator: the same in every run. */
function createNumbers(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
const shuffled = <T>(values: readonly T[], number: (below: number) => number): T[] =>
  values
    .map(value => [number(1e9), value] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, value]) => value)

describe('rings', () => {
  it('four users on one device and one card, 6 of 8 purchases rejected in one day: score 83', async () => {
    const events = numbers(8).map(n =>
      ringEvent(`u-${(n % 4) + 1}`, { device: 'd-1', payment: 'pi-1' }, { bad: n < 6, hours: n }),
    )
    const [ring, ...others] = await find(events)
    expect(others).toEqual([])
    expect(ring).toMatchObject({
      shared: 2,
      transactions: 8,
      bad: 6,
      amountUsd: 8000,
      score: 83,
      evidence: 'outcomes',
      name: { type: 'device', value: 'd-1', users: 4 },
    })
    expect(ring && usersOf(ring)).toEqual(['u-1', 'u-2', 'u-3', 'u-4'])
  })

  it.each([
    ['two users alone', ['a', 'b'], { device: 'd', payment: 'p' }],
    ['one shared entity alone', ['a', 'b', 'c'], { device: 'd' }],
  ])('%s are no ring', async (_, users, values) => {
    expect(await find(users.map(user => ringEvent(user, values, { bad: true })))).toEqual([])
  })

  it('a chain of cards and devices is one ring, named after the entity of most users', async () => {
    const rings = await find([
      ringEvent('a', { device: 'd-1' }, { bad: true }),
      ringEvent('b', { device: 'd-1', payment: 'p-1' }, { bad: true }),
      ringEvent('c', { payment: 'p-1', email: 'x@example.com' }, { bad: true }),
      ringEvent('d', { email: 'x@example.com' }),
      ringEvent('e', { email: 'x@example.com' }),
    ])
    expect(rings.map(usersOf)).toEqual([['a', 'b', 'c', 'd', 'e']])
    expect(rings[0]).toMatchObject({ shared: 3, name: { type: 'email', users: 3 } })
  })

  it('a transaction without a user links its entities, and is no user', async () => {
    const events = [
      ringEvent('a', { device: 'd-1' }, { bad: true }),
      ringEvent('b', { device: 'd-1' }, { bad: true }),
      ringEvent('c', { payment: 'p-1' }, { bad: true }),
      ringEvent('d', { payment: 'p-1' }, { bad: true }),
    ]
    expect(await find(events)).toEqual([])
    const rings = await find([...events, ringEvent(null, { device: 'd-1', payment: 'p-1' })])
    expect(rings.map(usersOf)).toEqual([['a', 'b', 'c', 'd']])
    expect(rings[0]?.transactions).toBe(5)
  })

  it('a hub links nobody, however many entities its users share with it', async () => {
    const crowd = numbers(201).map(n =>
      ringEvent(`u-${n}`, { device: 'kiosk', email: `${n}@example.com` }, { bad: true }),
    )
    expect(await find(crowd)).toEqual([])
    // Two of its users with a common card are two users.
    expect(
      await find([...crowd, ringEvent('u-1', { payment: 'p' }, { bad: true }), ringEvent('u-2', { payment: 'p' })]),
    ).toEqual([])
  })

  it('a dormitory and a company card are no rings, the same with bad transactions are', async () => {
    const dormitory = (bad: (n: number) => boolean) =>
      numbers(40).flatMap(n => [
        ringEvent(`u-${n}`, { address: 'hall', device: `d-${n}`, payment: `p-${n}` }, { hours: n * 40, bad: bad(n) }),
        // Room mates share a phone line.
        ringEvent(`u-${n}`, { address: 'hall', phone: `room-${n >> 1}` }, { hours: n * 41 }),
      ])
    expect((await find(dormitory(n => n === 3))).filter(({ evidence }) => evidence !== null)).toEqual([])
    expect((await find(dormitory(() => true))).map(({ users, evidence }) => [users.size, evidence])).toEqual([
      [40, 'outcomes'],
    ])
    const company = numbers(60).map(n =>
      ringEvent(`u-${n % 6}`, { payment: 'card', address: 'office', device: `d-${n % 6}` }, { hours: n * 30 }),
    )
    expect((await find(company)).map(({ users, evidence }) => [users.size, evidence])).toEqual([[6, null]])
  })

  it('new users on few devices in one day are reported before anything is known of them', async () => {
    const events = numbers(6).map(n => ringEvent(`u-${n}`, { device: `d-${n % 2}`, address: 'locker' }, { hours: n }))
    expect(await find(events)).toMatchObject([{ bad: 0, evidence: 'burst' }])
    const slowly = events.map((event, n) => ({ ...event, at: event.at + n * 20 * 86_400_000 }))
    expect(await find(slowly)).toMatchObject([{ evidence: null }])
  })

  describe.each(numbers(40))('with random transactions (%i)', seed => {
    const number = createNumbers(seed + 7)
    const events = numbers(60).map(() =>
      ringEvent(
        number(8) === 0 ? null : `u-${number(25)}`,
        {
          ...(number(2) === 0 ? { device: `d-${number(20)}` } : {}),
          ...(number(2) === 0 ? { payment: `p-${number(25)}` } : {}),
          ...(number(4) === 0 ? { address: `a-${number(12)}` } : {}),
        },
        { bad: number(3) === 0, hours: number(500) },
      ),
    )
    it('the order of the transactions makes no difference', async () => {
      const rings = await find(events)
      const again = await find(shuffled(events, number))
      expect(again.map(ring => [...ring.users])).toEqual(rings.map(ring => [...ring.users]))
      expect(again).toEqual(rings)
    })
    it('rings are what a search from every user finds', async () => {
      const rings = await find(events)
      expect(rings.map(usersOf).toSorted()).toEqual(slowRings(events).toSorted())
    })
    it('leaving an entity out never makes a ring larger', async () => {
      const most = Math.max(0, ...(await find(events)).map(({ users }) => users.size))
      const without = events.map(event => ({
        ...event,
        entities: event.entities.filter(({ type }) => type !== 'address'),
      }))
      for (const { users } of await find(without)) expect(users.size).toBeLessThanOrEqual(most)
    })
  })
})

/** Users of the rings, by walking from each user over all transactions until nothing is new. */
function slowRings(events: readonly RingEvent[]): string[][] {
  const rings = new Map<string, string[]>()
  const ties = new Set(events.flatMap(({ entities }) => entities.map(entityKey)).filter(key => slowlyTies(events, key)))
  for (const { user: start } of events) {
    if (start === null) continue
    const users = new Set([start])
    const walked = new Set<string>()
    for (let before = -1; before !== users.size + walked.size; ) {
      before = users.size + walked.size
      for (const { user, entities } of events) {
        const keys = entities.map(entityKey).filter(key => ties.has(key))
        if (!(user !== null && users.has(user)) && !keys.some(key => walked.has(key))) continue
        if (user !== null) users.add(user)
        for (const key of keys) walked.add(key)
      }
    }
    const own = events.filter(({ user, entities }) =>
      user === null ? entities.some(entity => walked.has(entityKey(entity))) : users.has(user),
    )
    const shared = new Set(own.flatMap(({ entities }) => entities.map(entityKey)))
    const found = [...users].toSorted()
    if (found.length >= 3 && [...shared].filter(key => usersAt(own, key).length >= 2).length >= 2)
      rings.set(found.join(), found)
  }
  return [...rings.values()]
}

const usersAt = (events: readonly RingEvent[], key: string): string[] => [
  ...new Set(
    events.filter(({ entities }) => entities.some(each => entityKey(each) === key)).flatMap(({ user }) => user ?? []),
  ),
]

/** Whether half of the users of an address have a device or a card of another one there; all else ties by itself. */
function slowlyTies(events: readonly RingEvent[], key: string): boolean {
  if (!key.startsWith('address')) return true
  const there = events.filter(({ entities }) => entities.some(each => entityKey(each) === key))
  const things = there.flatMap(({ entities }) => entities.map(entityKey)).filter(each => !each.startsWith('address'))
  const users = usersAt(there, key)
  const tied = users.filter(user =>
    things.some(thing => usersAt(there, thing).includes(user) && usersAt(there, thing).length > 1),
  )
  return tied.length >= users.length / 2
}
