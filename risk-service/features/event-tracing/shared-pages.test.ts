import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { moveOutbox, type PageRequest } from './delivery/read-events.ts'
import { createPageReader } from './delivery/shared-pages.ts'
import { createMessageBuilder } from './messages/message-builder.ts'
import { openSubscriptionBench, type SubscriptionBench } from './testing/subscription-bench.ts'
import { webhook } from './testing/tracing-bench.ts'

let tracing: SubscriptionBench
beforeAll(async () => {
  tracing = await openSubscriptionBench()
})
afterAll(() => tracing.bench.close())
beforeEach(() => tracing.reset())

const division = { batch: 2, first: 2, maxBytes: 1024 * 1024 }
/** Sends three purchases, and returns a reader with the request of all of them. */
async function readerOfThree() {
  await tracing.subscribe()
  const { reached } = await tracing.db.selectFrom('event_subscription').select('reached').executeTakeFirstOrThrow()
  await tracing.send('P-1', 'P-2', 'P-3')
  await moveOutbox(tracing.db, tracing.bench.now())
  const request: PageRequest = { scope: [tracing.root], kinds: ['transactional'], after: reached, limit: 10 }
  return { request, read: createPageReader(tracing.db, createMessageBuilder(tracing.db)) }
}
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

it('subscriptions at the same event share a page, and the bytes of messages that are divided alike', async () => {
  const { request, read } = await readerOfThree()
  const [one, two] = await Promise.all([read(request), read({ ...request })])
  const bodies = one.chunks(division).map(({ body }) => body())
  expect(bodies.map(body => (JSON.parse(text(body)) as unknown[]).length)).toEqual([2, 1])
  expect(two.chunks(division).map(({ body }) => body())).toEqual(bodies)
  expect(two.chunks(division)[0]?.body()).toBe(bodies[0])
  expect(two.chunks({ ...division, batch: 1, first: 1 })).toHaveLength(3)
  const traces = await read({ ...request, kinds: ['trace'] })
  expect(traces.chunks(division)).toEqual([])
})

it('a page that has nothing is read again, and one that has something after a second', async () => {
  const { request, read } = await readerOfThree()
  const { upTo } = await read(request)
  const after = { ...request, after: upTo }
  expect((await read(after)).chunks(division)).toEqual([])
  await tracing.send('P-4')
  await moveOutbox(tracing.db, tracing.bench.now())
  expect((await read(after)).chunks(division)).toHaveLength(1)
  expect((await read(request)).chunks(division)).toHaveLength(2)
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 1001)
  try {
    expect((await read(request)).chunks({ ...division, batch: 4, first: 4 })[0]?.items).toHaveLength(4)
  } finally {
    vi.restoreAllMocks()
  }
})

it('a page that could not be read is read again', async () => {
  const { request } = await readerOfThree()
  const build = createMessageBuilder(tracing.db)
  let fails = true
  const read = createPageReader(tracing.db, rows => (fails ? Promise.reject(new Error('lost')) : build(rows)))
  await expect(Promise.all([read(request), read(request)])).rejects.toThrow('lost')
  fails = false
  expect((await read(request)).chunks(division)).toHaveLength(2)
})

it('three subscriptions get the same events, each signed with its own key', async () => {
  for (const name of ['a', 'b', 'c'])
    await tracing.subscribe({ name, sink: webhook(`https://hooks.example/${name}`, 10) })
  await tracing.send('P-1', 'P-2')
  await tracing.deliver()
  const messages = tracing.received.filter(({ headers }) => headers['x-dfp-event'] === 'batch')
  expect(messages.map(({ url }) => url).sort()).toEqual(['a', 'b', 'c'].map(name => `https://hooks.example/${name}`))
  expect(new Set(messages.map(({ body }) => body)).size).toBe(1)
  expect(new Set(tracing.header('x-dfp-delivery')).size).toBe(3)
})
