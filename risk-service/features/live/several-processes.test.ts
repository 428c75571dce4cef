import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createConsoleApi } from '../../http/console-api/console-api.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { createSharedLiveHub, type SharedLiveHub } from '../../kernel/live/shared-live-hub.ts'
import { createServiceChanges } from '../../kernel/store/changes/service-changes.ts'
import { startTail } from '../../kernel/store/tail/tail.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'

interface ServiceProcess {
  app: Hono
  live: SharedLiveHub
  stop: () => Promise<void>
}

/** Two processes of a service, which poll as they do at work. */
let bench: ConsoleBench
let a: ServiceProcess
let b: ServiceProcess
beforeAll(async () => {
  bench = await openConsoleBench()
  a = await startProcess()
  b = await startProcess()
})
afterAll(async () => {
  for (const each of [a, b]) await each.stop()
  await bench.close()
})

async function startProcess(): Promise<ServiceProcess> {
  const { store, engine } = bench
  const ports = { db: store.db, clock: () => now, newId: () => randomUUID(), log: silentLog }
  const changes = createServiceChanges()
  await changes.begin(store.db)
  const id = randomUUID()
  const live = createSharedLiveHub({ ...ports, changes, origin: () => id, listenersElsewhere: () => 0 })
  const tail = startTail({ connect: store.tail, log: silentLog, sources: [changes.source] })
  await tail.poll()
  const app = createConsoleApi({
    ports,
    engine,
    live,
    version: '0.0.0',
    verifier: { user: token => Promise.resolve(bench.person(token)) },
  })
  return {
    app,
    live,
    async stop() {
      live.close()
      await live.stop()
      await tail.stop()
    },
  }
}

/** Opens the stream as a browser would, and reads one event after another. */
async function listen({ app }: ServiceProcess, as: string, lastEventId?: string) {
  const leaving = new AbortController()
  const response = await app.request('/api/console/v1/live/events', {
    headers: { authorization: `Bearer ${as}`, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
    signal: leaving.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  return {
    leave: () => leaving.abort(),
    async next(): Promise<{ id: string; kind: string; eventId?: string }> {
      for (;;) {
        const [block, ...rest] = buffer.split('\n\n')
        if (block !== undefined && rest.length > 0) {
          buffer = rest.join('\n\n')
          const data = /^data: (.*)$/m.exec(block)?.[1]
          if (data === undefined) continue
          return { ...(JSON.parse(data) as { kind: string }), id: /^id: (.*)$/m.exec(block)?.[1] ?? '' }
        }
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
        if (done) throw new Error('The stream has ended.')
        buffer += value
      }
    },
  }
}
const note = ({ live }: ServiceProcess, eventId: string, environmentId: string = places.root) =>
  live.publish({
    event: { kind: 'notes', environmentId, eventType: 'purchase', eventId },
    audience: { tenantId: places.tenant, environmentId, capability: 'search' },
  })

it('a browser of one process receives what another one publishes, and goes on there after a drop', async () => {
  const atB = await listen(b, 'engineer')
  expect((await atB.next()).kind).toBe('hello')
  note(a, 'first')
  const first = await atB.next()
  expect(first).toMatchObject({ kind: 'notes', eventId: 'first' })
  atB.leave()
  note(a, 'second')
  note(b, 'third')
  const atA = await listen(a, 'engineer', first.id)
  expect((await atA.next()).kind).toBe('hello')
  const rest = [await atA.next(), await atA.next()]
  expect(rest.map(({ eventId }) => eventId).toSorted()).toEqual(['second', 'third'])
  atA.leave()
})

it('a browser with an id that no process knows is told that something was missed', async () => {
  const browser = await listen(b, 'engineer', 'another-run.12')
  expect([(await browser.next()).kind, (await browser.next()).kind]).toEqual(['hello', 'reset'])
  browser.leave()
})

it('what another process publishes reaches nobody who may not know it', async () => {
  const [local, outsider] = [await listen(b, 'local'), await listen(b, 'outsider')]
  for (const each of [local, outsider]) expect((await each.next()).kind).toBe('hello')
  note(a, 'not for eu')
  note(a, 'for eu', places.eu)
  a.live.publish({
    event: { kind: 'environments' },
    audience: { tenantId: places.other, environmentId: null, capability: null },
  })
  expect(await local.next()).toMatchObject({ kind: 'notes', eventId: 'for eu' })
  expect(await outsider.next()).toMatchObject({ kind: 'environments' })
  for (const each of [local, outsider]) each.leave()
})
