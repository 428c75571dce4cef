import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { loadBadRate } from '../store/ring-events.ts'
import { createRingCalls, four } from '../testing/ring-calls.ts'
import { createRingMemory } from './ring-memory.ts'

let bench: ConsoleBench
const { storeHour, store, update, list } = createRingCalls(() => bench)
beforeEach(async () => {
  await bench?.close()
  bench = await openConsoleBench()
  await storeHour(100, 2)
})
afterAll(() => bench.close())
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

describe('addresses', () => {
  it('that strangers share by chance are judged together, make no ring and wait for nothing', async () => {
    const pause = vi.fn<() => void>()
    const memory = createRingMemory()
    // Each user shares one address with the user before, and another one with the next: a chain of all.
    for (const n of numbers(12))
      await store([`S-${n}`, `S-${n + 1}`], { street: `Street ${n}`, hoursAgo: 100 + n }, n % 3 === 0 ? 1 : 0)
    await update(now, memory, undefined, pause)
    expect(await list()).toEqual([])
    expect(memory.pending.size).toBe(0)
    expect(pause).toHaveBeenCalledTimes(1)
  })

  it('lead from an account of a parcel locker to the others, and a new one joins them by the address alone', async () => {
    for (const n of numbers(9))
      await store([`L-${n}`], { street: 'Locker 114', phone: `04705500${10 + Math.floor(n / 3)}` }, n < 5 ? 1 : 0)
    const memory = createRingMemory()
    await update(now, memory)
    const [ring] = await list()
    expect(ring).toMatchObject({ users: 9, shared: 4, name: { type: 'address' } })
    await store(['L-new'], { street: 'Locker 114', device: 'D-new', hoursAgo: 2 }, 0)
    await update(now, memory)
    expect(await list()).toMatchObject([{ id: ring?.id, users: 10 }])
  })
})

describe('an attack on accounts', () => {
  const victims = numbers(30).map(n => `V-${n}`)
  const signIns = { device: 'D-attack', eventType: 'accountlogin', hoursAgo: 5 }

  it('makes no ring of the victims, also of those who buy', async () => {
    await store(victims, signIns, 24)
    for (const [n, user] of victims.entries())
      await store([user], { email: `pair${n >> 1}@example.com` }, n % 10 === 0 ? 1 : 0)
    await update()
    expect(await list()).toEqual([])
  })

  it('does not hide those who buy on its device', async () => {
    await store(victims, signIns, 24)
    await store(four, { device: 'D-attack', payment: 'PI-1' })
    await update()
    expect(await list()).toMatchObject([{ users: 4, transactions: 4, bad: 4 }])
  })

  it('does not raise the base rate that rings are compared with', async () => {
    const scope = {
      environmentIds: [places.root],
      from: new Date(now.getTime() - 86_400_000),
      to: null,
      excludedTypes: [],
    }
    expect(await loadBadRate(bench.store.db, scope)).toBeCloseTo(0.02)
    const hour = { environment_id: places.root, event_type: 'accountlogin', hour: now, score_band: 1, amount_usd: 0 }
    await bench.store.db
      .insertInto('event_hour')
      .values([
        { ...hour, decision: 'Reject', events: 500 },
        { ...hour, decision: 'Approve', events: 100 },
      ])
      .execute()
    expect(await loadBadRate(bench.store.db, scope)).toBeCloseTo(0.01)
  })
})
