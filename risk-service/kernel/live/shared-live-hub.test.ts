import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServiceChanges } from '../store/changes/service-changes.ts'
import { trimChanges } from '../store/changes/trim-changes.ts'
import type { Store } from '../store/store.ts'
import { createTestStore, silentLog } from '../store/testing/test-store.ts'
import type { Publication } from './publication.ts'
import { createSharedLiveHub, type SharedLiveHubDeps } from './shared-live-hub.ts'
import type { Delivery, Subscription } from './subscribers.ts'

let store: Store
const stops: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await store.close()
})

const change = (more: Partial<Publication> = {}): Publication => ({
  event: { kind: 'notifications' },
  audience: { tenantId: 't', environmentId: null, capability: null },
  ...more,
})
const note = (eventId: string): Publication =>
  change({ event: { kind: 'notes', environmentId: 'e', eventType: 'purchase', eventId } })
const decisions = (total: number): Publication =>
  change({
    event: { kind: 'decisions', environmentId: 'e', eventType: 'purchase', total },
    supersedes: 'decisions e purchase',
  })

async function startProcess(more: Partial<SharedLiveHubDeps> = {}) {
  const changes = createServiceChanges()
  await changes.begin(store.db)
  const id = randomUUID()
  const hub = createSharedLiveHub({
    db: store.db,
    log: silentLog,
    changes,
    origin: () => id,
    listenersElsewhere: () => 0,
    ...more,
  })
  const client = await store.tail()
  stops.push(async () => {
    hub.close()
    await hub.stop()
    await client.end()
  })
  const poll = () => changes.source.poll(client)
  await poll()
  return {
    hub,
    poll,
    async publish(...publications: Publication[]) {
      for (const each of publications) hub.publish(each)
      await hub.flush()
    },
    listen: (lastEventId: string | null = null) => hub.subscribe({ accepts: () => true, lastEventId }),
  }
}
const idOf = (delivery: Delivery) => (delivery.kind === 'closed' ? '' : delivery.id)
const eventOf = (delivery: Delivery) =>
  delivery.kind === 'change'
    ? delivery.publication.event.kind === 'notes'
      ? delivery.publication.event.eventId
      : delivery.publication.event.kind
    : delivery.kind
/** The delivery that a listener waits for. */
const waiting = new WeakMap<Subscription, Promise<Delivery>>()
/** What a listener receives without waiting. */
async function received(subscription: Subscription): Promise<{ id: string; events: string[] }> {
  const events: string[] = []
  let id = subscription.startedAt
  for (;;) {
    const delivery = waiting.get(subscription) ?? subscription.next()
    waiting.set(subscription, delivery)
    const next = await Promise.race([delivery, new Promise<null>(resolve => setTimeout(resolve, 20, null))])
    if (next === null) break
    waiting.delete(subscription)
    id = idOf(next)
    events.push(eventOf(next))
  }
  return { id, events }
}

describe('browsers of several processes', () => {
  it('what one process publishes reaches the browsers of all, once and in order', async () => {
    const [a, b] = [await startProcess(), await startProcess()]
    const [ofA, ofB] = [a.listen(), b.listen()]
    await a.publish(note('1'), note('2'))
    await b.publish(note('3'))
    for (const each of [a, b]) {
      await each.poll()
      await each.poll()
    }
    for (const each of [ofA, ofB]) expect((await received(each)).events).toEqual(['1', '2', '3'])
  })

  it('a browser goes on at another process where it stopped, from the middle of a poll too', async () => {
    const [a, b] = [await startProcess(), await startProcess()]
    const before = a.listen()
    await a.publish(note('1'), note('2'), note('3'))
    await a.poll()
    const first = await before.next()
    expect(eventOf(first)).toBe('1')
    before.close()
    await b.poll()
    const after = b.listen(idOf(first))
    expect((await received(after)).events).toEqual(['2', '3'])
    // From the last one on, nothing comes again; from the greeting on, everything does.
    const last = await received(a.listen(idOf(first)))
    expect((await received(b.listen(last.id))).events).toEqual([])
    expect((await received(b.listen(before.startedAt))).events).toEqual(['1', '2', '3'])
  })

  it('a browser that comes to a process that is behind receives nothing twice', async () => {
    const [a, b] = [await startProcess(), await startProcess()]
    const before = a.listen()
    await a.publish(note('1'), note('2'))
    await a.poll()
    const one = await before.next()
    const all = await received(before)
    // `b` has not read any of it yet.
    const [mid, end] = [b.listen(idOf(one)), b.listen(all.id)]
    expect([mid.startedAt, end.startedAt]).toEqual([idOf(one), all.id])
    await b.publish(note('3'))
    await b.poll()
    expect((await received(mid)).events).toEqual(['2', '3'])
    expect((await received(end)).events).toEqual(['3'])
  })

  it('changes that one process reads in two polls, and another in one, are neither lost nor doubled', async () => {
    const [a, b] = [await startProcess(), await startProcess()]
    const before = a.listen()
    const slow = await store.pool.connect()
    await slow.query('begin')
    await slow.query(`insert into service_change (topic, payload) values ('live', $1)`, [JSON.stringify(note('slow'))])
    await a.publish(note('quick'))
    await a.poll()
    const quick = await received(before)
    expect(quick.events).toEqual(['quick'])
    await slow.query('commit')
    slow.release()
    await b.poll()
    // Its number is lower than that of the one which the browser has.
    expect((await received(b.listen(quick.id))).events).toEqual(['slow'])
  })

  it.each(['run.1', 'nonsense', '1:1:', '9999999999:9999999999:', '5:1', '~~', ''])(
    'a browser that names no known place (%s) is told that something was missed',
    async lastEventId => {
      const a = await startProcess()
      await a.publish(note('1'))
      await a.poll()
      expect(eventOf(await a.listen(lastEventId).next())).toBe('missed')
    },
  )

  it('a browser goes on at a process that has just started, until the changes since are trimmed', async () => {
    const a = await startProcess()
    const before = a.listen()
    await a.publish(note('1'), note('2'))
    await a.poll()
    const one = idOf(await before.next())
    const all = (await received(before)).id
    const fresh = await startProcess()
    expect((await received(fresh.listen(before.startedAt))).events).toEqual(['1', '2'])
    expect((await received(fresh.listen(one))).events).toEqual(['2'])
    expect((await received(fresh.listen(all))).events).toEqual([])
    for (let n = 0; n < 2; n++) await trimChanges(store.db, 0)
    const late = await startProcess()
    expect((await received(late.listen(one))).events).toEqual(['missed'])
  })

  it('a bounded number is retained, and who was away longer is told so', async () => {
    const a = await startProcess({ maxRetained: 3 })
    const start = a.listen().startedAt
    for (const name of ['1', '2', '3']) {
      await a.publish(note(name))
      await a.poll()
    }
    const third = a.listen().startedAt
    for (const name of ['4', '5', '6']) {
      await a.publish(note(name))
      await a.poll()
    }
    expect((await received(a.listen(start))).events).toEqual(['missed'])
    expect((await received(a.listen(third))).events).toEqual(['4', '5', '6'])
  })

  it('a process that missed changes says so to its browsers, and goes on', async () => {
    const [a, b] = [await startProcess(), await startProcess()]
    const listening = b.listen()
    await a.publish(note('1'))
    await trimChanges(store.db, 0)
    await trimChanges(store.db, 0)
    await b.poll()
    const { id, events } = await received(listening)
    expect(events).toEqual(['missed'])
    await a.publish(note('2'))
    await b.poll()
    expect((await received(listening)).events).toEqual(['2'])
    expect((await received(b.listen(id))).events).toEqual(['2'])
  })
})

describe('what is published', () => {
  it('publications that supersede each other are one row, and the decisions of all processes are summed', async () => {
    const [a, b] = [await startProcess(), await startProcess()]
    const rows = async () => (await store.pool.query(`select 1 from service_change where topic = 'live'`)).rowCount ?? 0
    const before = await rows()
    const listening = a.listen()
    await a.publish(...Array.from({ length: 100 }, (_, n) => decisions(n + 1)))
    await b.publish(decisions(5))
    expect((await rows()) - before).toBe(2)
    await a.poll()
    expect(await listening.next()).toMatchObject({ publication: { event: { kind: 'decisions', total: 105 } } })
  })

  it('a publication that is too large, or that the database refuses, becomes a reset for everybody', async () => {
    const [a, b] = [await startProcess(), await startProcess()]
    const listening = b.listen()
    await a.publish(note('x'.repeat(9000)))
    await b.poll()
    expect((await received(listening)).events).toEqual(['missed'])
    await a.publish(note('\u0000'))
    await a.hub.flush()
    await b.poll()
    expect((await received(listening)).events).toEqual(['missed'])
  })

  it('publications wait while the database does not answer, and a bounded number of them', async () => {
    let isAway = true
    const db = new Proxy(store.db, {
      get: (target, name, receiver: unknown) => {
        if (isAway && name === 'getExecutor') throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
        const value: unknown = Reflect.get(target, name, receiver)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
    const [a, b] = [await startProcess({ db }), await startProcess()]
    const listening = b.listen()
    await a.publish(note('1'), note('2'))
    isAway = false
    await a.hub.flush()
    await b.poll()
    expect((await received(listening)).events).toEqual(['1', '2'])
    isAway = true
    await a.publish(...Array.from({ length: 1001 }, (_, n) => note(`${n}`)))
    isAway = false
    await a.hub.flush()
    await b.poll()
    expect((await received(listening)).events).toEqual(['missed'])
  })

  it('audiences are those of the publication, and decisions are collected while anybody listens anywhere', async () => {
    let elsewhere = 0
    const a = await startProcess({ listenersElsewhere: () => elsewhere })
    expect(a.hub.listening).toBe(false)
    elsewhere = 1
    expect([a.hub.listening, a.hub.listeners]).toEqual([true, 0])
    const other = a.hub.subscribe({ accepts: ({ tenantId }) => tenantId === 'other', lastEventId: null })
    await a.publish(
      note('1'),
      change({ audience: { tenantId: 'other', environmentId: null, capability: 'rules', userId: 'me' } }),
    )
    await a.poll()
    expect(await other.next()).toMatchObject({
      publication: { audience: { tenantId: 'other', environmentId: null, capability: 'rules', userId: 'me' } },
    })
  })

  it('a hub that stops writes what waits, and ends its streams before', async () => {
    const [a, b] = [await startProcess(), await startProcess()]
    const [mine, others] = [a.listen(), b.listen()]
    a.hub.close()
    expect(await mine.next()).toEqual({ kind: 'closed' })
    a.hub.publish(note('last'))
    await a.hub.stop()
    await b.poll()
    expect((await received(others)).events).toEqual(['last'])
  })
})
