import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createEngine, type Engine } from '../../../../engine/index.ts'
import { createRingMemory } from '../../../../features/graph/rings/ring-memory.ts'
import { createUnsearchedTypes } from '../../../../features/graph/rings/ring-scope.ts'
import { updateRings } from '../../../../features/graph/rings/update-rings.ts'
import { demoEnvironmentIds } from '../../../../kernel/identity/demo-tenants.ts'
import { ipCountry } from '../../../../kernel/ip-country.ts'
import { createLiveHub } from '../../../../kernel/live/live-hub.ts'
import { createEventWriter } from '../../../../kernel/store/events/event-writer.ts'
import { createIds } from '../../../../kernel/store/new-id.ts'
import type { Store } from '../../../../kernel/store/store.ts'
import { createTestStore, silentLog } from '../../../../kernel/store/testing/test-store.ts'
import { generateDemo } from '../../history/generate.ts'
import { plantedGroups } from '../../history/planted-groups.ts'
import { plantedMembers, thievesOf } from '../../history/thieves.ts'
import { firstHistory, seedDemo } from '../seed.ts'
import { seedTenants } from '../seed-tenants.ts'

/** The demo depends on the day of the week and the hour at which it ends. */
const now = new Date('2025-11-24T12:00:00Z')

let store: Store
let engine: Engine
beforeAll(async () => {
  const clock = () => new Date()
  // Ids of the process rise: other tests of it may have taken some of a later time.
  const newId = createIds()
  // Before the clock is set back: the first store of all tests makes the partitions of the present months for the others.
  store = await createTestStore()
  vi.useFakeTimers({ toFake: ['Date'], now })
  await seedTenants(store.db)
  const ports = { db: store.db, clock, newId, log: silentLog }
  const writer = await createEventWriter({ connect: store.writer, log: silentLog })
  engine = await createEngine({ ...ports, writer, countryOf: ipCountry })
  await seedDemo({ db: store.db, engine, events: 2000, now })
  const services = {
    ports: { db: store.db, clock, newId },
    unsearchedTypes: createUnsearchedTypes(engine),
    live: createLiveHub({ epoch: 'test' }),
  }
  for (const memory = createRingMemory(); await updateRings(services, memory); );
}, 120_000)
afterAll(async () => {
  vi.useRealTimers()
  await engine.close()
  await store.close()
})

/** Users of the stored rings of the shop. */
async function ringUsers(): Promise<Map<string, string>> {
  const { rows } = await sql<{ value: string; ring_id: string }>`select m.value, m.ring_id from ring_member m
    join ring r on r.id = m.ring_id where m.type = 'user' and r.status = 'open' and m.environment_id = ${demoEnvironmentIds.harborEu}::uuid`.execute(
    store.db,
  )
  return new Map(rows.map(({ value, ring_id }) => [value, ring_id]))
}
it('no ring of chance is listed in any environment: at least two of its accounts are those of thieves', async () => {
  const history = await firstHistory(store.db)
  const thieves = new Set(history ? thievesOf(generateDemo(history)) : [])
  const planted = new Set(plantedMembers(true))
  const { rows } = await sql<{ environment_id: string; users: string[] }>`
    select r.environment_id, array_agg(m.value) as users from ring r join ring_member m on m.ring_id = r.id and m.type = 'user'
    where r.status = 'open' and r.evidence is not null group by r.id`.execute(store.db)
  expect(rows.length).toBeGreaterThanOrEqual(4)
  const counts = rows.map(
    ({ environment_id: id, users }) => users.filter(user => planted.has(user) || thieves.has(`${id} ${user}`)).length,
  )
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(2)
})

const groups = plantedGroups('any')
const usersOf = (name: string) =>
  new Set(groups.find(group => group.name === name)?.purchases.map(({ user }) => user.toLowerCase()))

it('at least 95 % of the members of planted rings are found, those of each together', async () => {
  const found = await ringUsers()
  const planted = groups.filter(({ ring }) => ring)
  const all = planted.flatMap(({ name }) => [...usersOf(name)])
  expect(all).toHaveLength(8 + 6 + 9 + 50)
  expect(all.filter(user => found.has(user)).length / all.length).toBeGreaterThanOrEqual(0.95)
  const rings = planted.map(({ name }) => new Set([...usersOf(name)].flatMap(user => found.get(user) ?? [])))
  expect(rings.map(({ size }) => size)).toEqual([1, 1, 1, 1])
  expect(new Set(rings.flatMap(ids => [...ids])).size).toBe(4)
})

it('the ring of fifty is around a purchase that was rejected', async () => {
  const id = (await ringUsers()).get([...usersOf('crew')][0] ?? '')
  const { rows } = await sql<{ rejected: number; users: number }>`
    select r.users, (select count(*)::int from event e join ring_member m on m.ring_id = r.id and m.type = 'user'
      and m.value = lower(btrim(e.user_id)) where e.decision = 'Reject' and e.external_id not like 'R-%') as rejected
    from ring r where r.id = ${id}::uuid`.execute(store.db)
  expect(rows[0]?.users).toBeGreaterThan(50)
  expect(rows[0]?.rejected).toBeGreaterThan(0)
})

it.each(groups.filter(({ ring }) => !ring).map(({ name }) => name))('no ring is reported for %s', async name => {
  const found = await ringUsers()
  expect([...usersOf(name)].filter(user => found.has(user))).toEqual([])
})
