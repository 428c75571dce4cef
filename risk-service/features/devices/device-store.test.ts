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
