import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { FindRingsInput, FoundRings, Ring, RingDetail } from '../../../contract/index.ts'
import { type ConsoleBench, now, places } from '../../../http/console-api/testing/console-bench.ts'
import { createRingMemory, type RingMemory } from '../rings/ring-memory.ts'
import { createUnsearchedTypes } from '../rings/ring-scope.ts'
import { updateRings } from '../rings/update-rings.ts'
import { type GraphPurchase, storeGraphPurchase } from './graph-events.ts'

/** Stores the purchases of rings, runs their job and calls their procedures. */
export function createRingCalls(bench: () => ConsoleBench) {
  const at = (path: string, environment: string = places.root) => `/environments/${environment}/rings/${path}`
  const answered = async <Output>(answer: ReturnType<ConsoleBench['call']>): Promise<Output> => {
    const { status, json } = await answer
    expect(status, JSON.stringify(json)).toBe(200)
    return json as Output
  }
  let made = 0
  return {
    at,
    /** Stores the roll-up that the base rate is read from. */
    async storeHour(events: number, bad: number): Promise<void> {
      const hour = { environment_id: places.root, event_type: 'purchase', hour: now, score_band: 1, amount_usd: 0 }
      await bench()
        .store.db.insertInto('event_hour')
        .values([
          { ...hour, decision: 'Approve', events: events - bad },
          { ...hour, decision: 'Reject', events: bad },
        ])
        .execute()
    },
    /** Stores purchases of users, each with these values, some of them rejected. */
    async store(
      users: readonly string[],
      purchase: Partial<GraphPurchase>,
      rejected: number = users.length,
    ): Promise<void> {
      for (const [n, user] of users.entries())
        await storeGraphPurchase(bench().store.db, {
          id: `P-${made++}`,
          user,
          hoursAgo: 20 - n / 100,
          ...(n < rejected ? { decision: 'Reject' } : {}),
          ...purchase,
        })
    },
    /** Runs the job until nothing waits; with nothing remembered, as after a start of the service. */
    async update(
      clock: Date = now,
      memory: RingMemory = createRingMemory(),
      newId: () => string = () => randomUUID(),
      pause?: () => void,
    ): Promise<void> {
      const { store, engine, live } = bench()
      const services = {
        ports: { db: store.db, clock: () => clock, newId },
        unsearchedTypes: createUnsearchedTypes(engine),
        live,
        ...(pause ? { pause } : {}),
      }
      while (await updateRings(services, memory));
    },
    find: (input: Partial<FindRingsInput> = {}, as = 'engineer') =>
      answered<FoundRings>(bench().call(as, 'POST', at('find'), input)),
    list: async (status: Ring['status'] = 'open', as = 'engineer', environment: string = places.root) =>
      (await answered<{ rings: Ring[]; total: number }>(bench().call(as, 'POST', at('list', environment), { status })))
        .rings,
    get: (id: string, as = 'engineer') => answered<RingDetail>(bench().call(as, 'GET', at(id))),
    change: (id: string, name: string, body: object = {}, as = 'engineer', environment: string = places.root) =>
      bench().call(as, 'POST', at(`${id}/${name}`, environment), body),
  }
}

/** Four users, and what they share. */
export const four: readonly string[] = ['U-1', 'U-2', 'U-3', 'U-4']
export const ringValues: Partial<GraphPurchase> = { device: 'D-1', payment: 'PI-1' }
