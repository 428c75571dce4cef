import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DeadLetter, EventSubscription } from '../../contract/index.ts'
import type { OutgoingRequest } from '../../ports/index.ts'
import { answered, openTracingBench, type TracingBench, tracingSecret, webhook } from './testing/tracing-bench.ts'

let tracing: TracingBench
beforeAll(async () => {
  tracing = await openTracingBench()
})
afterAll(() => tracing.bench.close())
beforeEach(() => tracing.reset())

const send = async (...ids: string[]) => {
  for (const id of ids) await tracing.bench.send({ id, amount: 1 })
}
/** Subscribes, and forgets the test event. */
async function subscribe(more: object = {}): Promise<EventSubscription> {
  const { json, status } = await tracing.create(more)
  if (status !== 200) throw new Error(JSON.stringify(json))
  tracing.received.length = 0
  return json
}
const state = async () => {
  const [found] = await tracing.list()
  if (found === undefined) throw new Error('There is no subscription.')
  return found
}
const ids = () => tracing.events().map(({ uniqueId }) => uniqueId)
const header = (name: string) => tracing.received.map(({ headers }) => headers[name])
const letters = async (id: string) =>
  (
    await tracing.bench.call<{ total: number; deadLetters: DeadLetter[] }>(
      'Pia',
      'GET',
      `${tracing.path(id)}/dead-letters`,
    )
  ).json
const redeliver = (id: string, deadLetterId: string | null = null, as = 'Pia') =>
  tracing.bench.call<{ queued: number }>(as, 'POST', `${tracing.path(id)}/redeliver`, { deadLetterId })
const notices = async () =>
  (await tracing.db.selectFrom('notification').select('event').execute()).map(({ event }) => event)

describe('the delivery of events', () => {
  it('signs time and body, and names delivery, subscription, event and attempt', async () => {
    const { id } = await subscribe()
    await send('P-1')
    await tracing.deliver()
    const [{ headers, body }] = tracing.received as [OutgoingRequest]
    const key = Buffer.from(tracingSecret.slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key).update(`${headers['x-dfp-timestamp']}.${body}`).digest('hex')
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-dfp-subscription': id,
      'x-dfp-event': 'FraudProtection.Assessment.Purchase',
      'x-dfp-attempt': '1',
      'x-dfp-timestamp': String(Date.parse('2025-03-03T09:00:00Z') / 1000),
      'x-dfp-signature': `v1=${signature}`,
    })
  })

  it('sends one event in an array in the order of the decisions, or several where batching is on', async () => {
    await subscribe()
    await subscribe({ name: 'Batches', sink: webhook('https://hooks.example/batches', 2) })
    await send('P-1', 'P-2', 'P-3')
    await tracing.deliver()
    const sizes = (url: string) =>
      tracing.received.filter(each => each.url === url).map(({ body }) => (JSON.parse(body ?? '') as unknown[]).length)
    expect(sizes('https://hooks.example/orders')).toEqual([1, 1, 1])
    expect(sizes('https://hooks.example/batches')).toEqual([2, 1])
    expect(header('x-dfp-event').filter(name => name === 'batch')).toHaveLength(1)
    expect((await tracing.list()).map(({ delivered, waiting }) => [delivered, waiting])).toEqual([
      [3, 0],
      [3, 0],
    ])
  })

  it('tries what failed again under its id, after growing pauses, before anything that came later', async () => {
    await subscribe()
    tracing.answerWith(() => answered(503, 'Down for maintenance'))
    await send('P-1', 'P-2')
    await tracing.deliver()
    expect(await state()).toMatchObject({
      waiting: 2,
      attempts: 1,
      nextAt: '2025-03-03T09:00:05.000Z',
      failure: { reason: 'status', status: 503 },
    })
    tracing.bench.at('09:00:04')
    await tracing.deliver()
    expect(ids()).toEqual(['P-1'])
    tracing.bench.at('09:00:05')
    await tracing.deliver()
    expect((await state()).nextAt).toBe('2025-03-03T09:00:35.000Z')
    tracing.answerWith(() => answered(200))
    tracing.bench.at('09:00:35')
    await tracing.deliver()
    expect(ids()).toEqual(['P-1', 'P-1', 'P-1', 'P-2'])
    expect(header('x-dfp-attempt')).toEqual(['1', '2', '3', '1'])
    expect(new Set(header('x-dfp-delivery')).size).toBe(2)
    expect(await state()).toMatchObject({ waiting: 0, attempts: 0, failure: null, nextAt: null, state: 'active' })
  })

  it('waits as long as the receiver asks for, an hour at most', async () => {
    await subscribe()
    tracing.answerWith(() => answered(429, '', { 'retry-after': '120' }))
    await send('P-1')
    await tracing.deliver()
    expect((await state()).nextAt).toBe('2025-03-03T09:02:00.000Z')
    tracing.answerWith(() => answered(429, '', { 'retry-after': '86400' }))
    tracing.bench.at('09:02')
    await tracing.deliver()
    expect((await state()).nextAt).toBe('2025-03-03T10:02:00.000Z')
  })

  it('is tried again where the receiver redirects, does not answer or may not be called', async () => {
    await subscribe()
    await send('P-1')
    const reasons: unknown[] = []
    for (const [at, answer] of [
      ['09:00', answered(302)],
      ['09:10', { kind: 'timeout', message: '' }],
      ['09:30', { kind: 'refused', message: '' }],
    ] as const) {
      tracing.bench.at(at)
      tracing.answerWith(() => answer)
      await tracing.deliver()
      reasons.push((await state()).failure?.reason)
    }
    expect(reasons).toEqual(['redirect', 'timeout', 'refused'])
    expect(await state()).toMatchObject({ state: 'failing', waiting: 1, deadLetters: 0 })
  })

  it('notifies after a quarter of an hour without success, and stops after a day; nothing is lost', async () => {
    const { version } = await subscribe()
    tracing.answerWith(() => answered(500))
    await send('P-1')
    for (const at of ['09:00', '09:16', '09:46']) {
      tracing.bench.at(at)
      await tracing.deliver()
    }
    expect(await notices()).toEqual(['SubscriptionFailing'])
    tracing.bench.at(new Date('2025-03-04T11:00:00Z'))
    await tracing.deliver()
    expect(await notices()).toEqual(['SubscriptionFailing', 'SubscriptionStopped'])
    const stopped = await state()
    expect(stopped).toMatchObject({ state: 'stopped', waiting: 1, version: version + 1 })
    tracing.answerWith(() => answered(200))
    await send('P-2')
    await tracing.deliver()
    expect((await state()).waiting).toBe(2)
    await tracing.bench.call('Pia', 'POST', `${tracing.path(stopped.id)}/active`, {
      baseVersion: stopped.version,
      active: true,
    })
    await tracing.deliver()
    expect(await state()).toMatchObject({ state: 'active', waiting: 0, delivered: 2 })
  })

  it('begins where a process that was killed stored its progress, and sends nothing out of order', async () => {
    await subscribe()
    const all = Array.from({ length: 50 }, (_, n) => `P-${n}`)
    await send(...all)
    // The process ends in the middle: its next message is never answered, and its lease stays.
    let sent = 0
    tracing.answerWith(() => (++sent > 30 ? new Promise(() => undefined) : answered(200)))
    const killed = tracing.createDeliverer()
    await killed.run()
    await expect.poll(() => sent).toBe(31)
    const before = ids()
    tracing.answerWith(() => answered(200))
    await tracing.deliver()
    expect(ids()).toHaveLength(before.length)
    tracing.received.length = 0
    tracing.bench.at('09:01:01')
    await tracing.deliver()
    expect(ids()).toEqual(all.slice(20))
    expect(new Set([...before, ...ids()])).toEqual(new Set(all))
  })

  it('has one owner at a time', async () => {
    await subscribe()
    await send('P-1', 'P-2', 'P-3')
    const deliverers = Array.from({ length: 4 }, () => tracing.createDeliverer())
    await Promise.all(deliverers.map(({ run }) => run()))
    await Promise.all(deliverers.map(({ settle }) => settle()))
    expect(ids()).toEqual(['P-1', 'P-2', 'P-3'])
  })

  it('is not delayed by a subscription whose receiver is slow', async () => {
    await subscribe()
    await subscribe({ name: 'Slow', sink: webhook('https://slow.example/') })
    const open: ((answer: ReturnType<typeof answered>) => void)[] = []
    tracing.answerWith(({ url }) => (url.includes('slow') ? new Promise(resolve => open.push(resolve)) : answered(200)))
    await send('P-1')
    const deliverer = tracing.createDeliverer()
    await deliverer.run()
    const delivered = async () => (await tracing.list()).map(each => each.delivered)
    await expect.poll(delivered).toEqual([1, 0])
    await send('P-2')
    await deliverer.run()
    await expect.poll(delivered).toEqual([2, 0])
    tracing.answerWith(() => answered(200))
    for (const end of open) end(answered(200))
    await deliverer.settle()
    await tracing.deliver()
    expect(await delivered()).toEqual([2, 2])
  })
})

describe('dead letters', () => {
  it('are events that the receiver rejects for good; those that follow are delivered', async () => {
    const { id } = await subscribe()
    tracing.answerWith(({ body }) =>
      body?.includes('"P-1"') === true ? answered(400, 'Unknown field') : answered(200),
    )
    await send('P-1', 'P-2')
    await tracing.deliver()
    expect(await state()).toMatchObject({ deadLetters: 1, waiting: 0, delivered: 1, failuresPerHour: 1 / 24 })
    expect(await letters(id)).toMatchObject({
      total: 1,
      deadLetters: [
        {
          name: 'FraudProtection.Assessment.Purchase',
          eventId: 'P-1',
          failure: { reason: 'status', status: 400 },
          isQueued: false,
        },
      ],
    })
  })

  it('are delivered again when somebody asks for it, one or all, and are there again when they are rejected again', async () => {
    const { id } = await subscribe()
    tracing.answerWith(() => answered(400))
    await send('P-1', 'P-2', 'P-3')
    await tracing.deliver()
    const [last] = (await letters(id)).deadLetters
    expect((await redeliver(id, last?.id)).json).toEqual({ queued: 1 })
    await tracing.deliver()
    expect((await letters(id)).deadLetters[0]).toMatchObject({ eventId: 'P-3', attempts: 2, isQueued: false })
    tracing.received.length = 0
    tracing.answerWith(() => answered(200))
    expect((await redeliver(id)).json).toEqual({ queued: 3 })
    await tracing.deliver()
    expect(ids()).toEqual(['P-1', 'P-2', 'P-3'])
    expect((await letters(id)).total).toBe(0)
    expect((await redeliver(id, null, 'Vera')).status).toBe(403)
  })

  it('wait when their receiver cannot be reached', async () => {
    const { id } = await subscribe()
    tracing.answerWith(() => answered(400))
    await send('P-1', 'P-2')
    await tracing.deliver()
    await redeliver(id)
    tracing.answerWith(() => answered(503))
    tracing.received.length = 0
    await tracing.deliver()
    expect(ids()).toEqual(['P-1'])
    tracing.answerWith(() => answered(200))
    tracing.bench.at('09:00:30')
    await tracing.deliver()
    expect((await letters(id)).deadLetters.map(({ eventId }) => eventId)).toEqual(['P-1'])
  })
})
