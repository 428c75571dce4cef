import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../kernel/store/store.ts'
import { addEnvironment } from '../../kernel/store/testing/event-data.ts'
import { createTestStore } from '../../kernel/store/testing/test-store.ts'
import { createDeviceStore } from './device-store.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

it('a session is found for 28 days, in memory as in the store', async () => {
  const [environmentId, sessionId] = [randomUUID(), randomUUID()]
  await addEnvironment(store, environmentId)
  let days = 0
  const ports = { db: store.db, newId: () => randomUUID(), clock: () => new Date(Date.now() + days * 86_400_000) }
  const book = await createDeviceStore(ports)
  await book.record({
    environmentId,
    sessionId,
    pageId: '',
    cookieId: randomUUID(),
    ip: null,
    botScore: 1,
    attributes: {},
  })
  days = 27.9
  expect(await book.find(environmentId, sessionId)).not.toBeNull()
  expect(await (await createDeviceStore(ports)).find(environmentId, sessionId)).not.toBeNull()
  days = 28.1
  expect(await book.find(environmentId, sessionId)).toBeNull()
  expect(await (await createDeviceStore(ports)).find(environmentId, sessionId)).toBeNull()
  // An event of that time, imported or explained later, still has it.
  const then = new Date(ports.clock().getTime() - 86_400_000)
  expect(await book.find(environmentId, sessionId, then)).not.toBeNull()
  expect([
    await book.readerOf(environmentId).attributes(sessionId),
    await book.readerOf(environmentId, then).attributes(sessionId),
  ]).toEqual([undefined, expect.any(Object)])
})

it('a session that one process collects, and collects again, is found by the decisions of another', async () => {
  const [environmentId, sessionId, cookieId] = [randomUUID(), randomUUID(), randomUUID()]
  await addEnvironment(store, environmentId)
  let [seconds, others] = [0, true]
  const ports = {
    db: store.db,
    newId: () => randomUUID(),
    clock: () => new Date(Date.now() + seconds * 1000),
    isShared: () => others,
  }
  const [a, b] = [await createDeviceStore(ports), await createDeviceStore(ports)]
  const collect = (process: typeof a, botScore: number) =>
    process.record({ environmentId, sessionId, pageId: '', cookieId, ip: null, botScore, attributes: {} })
  const scoreAt = async (process: typeof a) => (await process.find(environmentId, sessionId))?.botScore
  // A decision may come before its session: that there was none is not remembered.
  expect(await scoreAt(b)).toBeUndefined()
  await collect(a, 1)
  expect([await scoreAt(a), await scoreAt(b)]).toEqual([1, 1])
  await collect(b, 2)
  seconds = 2
  expect([await scoreAt(a), await scoreAt(b)]).toEqual([2, 2])
  // Also after the other process has ended: what it collected is in the store alone.
  const late = randomUUID()
  await b.record({ environmentId, sessionId: late, pageId: '', cookieId, ip: null, botScore: 3, attributes: {} })
  others = false
  expect((await a.find(environmentId, late))?.botScore).toBe(3)
})

it('a process that is alone reads no session from the store that it does not have', async () => {
  const [environmentId, sessionId] = [randomUUID(), randomUUID()]
  await addEnvironment(store, environmentId)
  const ports = { db: store.db, newId: () => randomUUID(), clock: () => new Date() }
  const [alone, other] = [await createDeviceStore(ports), await createDeviceStore(ports)]
  await other.record({
    environmentId,
    sessionId,
    pageId: '',
    cookieId: randomUUID(),
    ip: null,
    botScore: 1,
    attributes: {},
  })
  expect(alone.find(environmentId, sessionId)).toBeNull()
})
