import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../store/store.ts'
import { createTestStore } from '../store/testing/test-store.ts'
import { createPresence, forgetViewers } from './presence.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

const event = () => ({ environmentId: randomUUID(), eventType: 'purchase', externalId: 'p-1' })
const person = (name: string) => ({ id: randomUUID(), name })
/** Lets time pass for whoever looks at an event. */
const pass = (seconds: number) =>
  store.pool.query(
    'update event_viewer set since = since - make_interval(secs => $1), until = until - make_interval(secs => $1)',
    [seconds],
  )

it('presence lists who looks at an event, at any process, and says what is new', async () => {
  const [here, there] = [createPresence(store.db), createPresence(store.db)]
  const [seen, other, ana, ben] = [event(), event(), person('Ana'), person('Ben')]
  expect([await here.enter(seen, ana), await there.enter(seen, ben), await there.enter(other, ben)]).toEqual([
    true,
    true,
    true,
  ])
  await pass(10)
  expect(await there.enter(seen, ana)).toBe(false)
  for (const each of [here, there])
    expect((await each.viewers(seen)).map(({ name }) => name).toSorted()).toEqual(['Ana', 'Ben'])
  expect([await here.leave(seen, ana.id), await there.leave(seen, ana.id)]).toEqual([true, false])
  expect((await there.viewers(seen)).map(({ name }) => name)).toEqual(['Ben'])
})

it('presence forgets who reports no more', async () => {
  const presence = createPresence(store.db)
  const [seen, ana] = [event(), person('Ana')]
  await presence.enter(seen, ana)
  await pass(44)
  expect(await presence.viewers(seen)).toHaveLength(1)
  await pass(2)
  expect(await presence.viewers(seen)).toEqual([])
  expect(await presence.leave(seen, ana.id)).toBe(false)
  await presence.enter(seen, ana)
  await pass(46)
  // Back again: since now, and new to others.
  expect(await presence.enter(seen, ana)).toBe(true)
  await pass(46)
  await forgetViewers(store.db)
  expect((await store.pool.query('select 1 from event_viewer where until <= now()')).rowCount).toBe(0)
})

it('presence remembers a bounded number of viewers', async () => {
  const presence = createPresence(store.db)
  const seen = event()
  for (let number = 0; number < 105; number++) await presence.enter(seen, person('x'))
  expect(await presence.viewers(seen)).toHaveLength(100)
})
