import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutgoingRequest } from '../../ports/index.ts'
import { openSubscriptionBench, type SubscriptionBench } from './testing/subscription-bench.ts'
import { answered, tracingSecret, webhook } from './testing/tracing-bench.ts'

let tracing: SubscriptionBench
beforeAll(async () => {
  tracing = await openSubscriptionBench()
})
afterAll(() => tracing.bench.close())
beforeEach(() => tracing.reset())

describe('the delivery of events', () => {
  it('signs time and body, and names delivery, subscription, event and attempt', async () => {
    const { id } = await tracing.subscribe()
    await tracing.send('P-1')
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
    await tracing.subscribe()
    await tracing.subscribe({ name: 'Batches', sink: webhook('https://hooks.example/batches', 2) })
    await tracing.send('P-1', 'P-2', 'P-3')
    await tracing.deliver()
    const sizes = (url: string) =>
      tracing.received.filter(each => each.url === url).map(({ body }) => (JSON.parse(body ?? '') as unknown[]).length)
    expect(sizes('https://hooks.example/orders')).toEqual([1, 1, 1])
    expect(sizes('https://hooks.example/batches')).toEqual([2, 1])
    expect(tracing.header('x-dfp-event').filter(name => name === 'batch')).toHaveLength(1)
    expect((await tracing.list()).map(({ delivered, waiting }) => [delivered, waiting])).toEqual([
      [3, 0],
      [3, 0],
    ])
  })

  it('tries what failed again under its id, after growing pauses, before anything that came later', async () => {
    await tracing.subscribe()
    tracing.answerWith(() => answered(503, 'Down for maintenance'))
    await tracing.send('P-1', 'P-2')
    await tracing.deliver()
    expect(await tracing.state()).toMatchObject({
      waiting: 2,
      attempts: 1,
      nextAt: '2025-03-03T09:00:05.000Z',
      failure: { reason: 'status', status: 503 },
    })
    tracing.bench.at('09:00:04')
    await tracing.deliver()
    expect(tracing.ids()).toEqual(['P-1'])
    tracing.bench.at('09:00:05')
    await tracing.deliver()
    expect((await tracing.state()).nextAt).toBe('2025-03-03T09:00:35.000Z')
    tracing.answerWith(() => answered(200))
    tracing.bench.at('09:00:35')
    await tracing.deliver()
    expect(tracing.ids()).toEqual(['P-1', 'P-1', 'P-1', 'P-2'])
    expect(tracing.header('x-dfp-attempt')).toEqual(['1', '2', '3', '1'])
    expect(new Set(tracing.header('x-dfp-delivery')).size).toBe(2)
    expect(await tracing.state()).toMatchObject({
      waiting: 0,
      attempts: 0,
      failure: null,
      nextAt: null,
      state: 'active',
    })
  })

  it('waits as long as the receiver asks for, an hour at most', async () => {
    await tracing.subscribe()
    tracing.answerWith(() => answered(429, '', { 'retry-after': '120' }))
    await tracing.send('P-1')
    await tracing.deliver()
    expect((await tracing.state()).nextAt).toBe('2025-03-03T09:02:00.000Z')
    tracing.answerWith(() => answered(429, '', { 'retry-after': '86400' }))
    tracing.bench.at('09:02')
    await tracing.deliver()
    expect((await tracing.state()).nextAt).toBe('2025-03-03T10:02:00.000Z')
  })

  it('is tried again where the receiver redirects, does not answer or may not be called', async () => {
    await tracing.subscribe()
    await tracing.send('P-1')
    const reasons: unknown[] = []
    for (const [at, answer] of [
      ['09:00', answered(302)],
      ['09:10', { kind: 'timeout', message: '' }],
      ['09:30', { kind: 'refused', message: '' }],
    ] as const) {
      tracing.bench.at(at)
      tracing.answerWith(() => answer)
      await tracing.deliver()
      reasons.push((await tracing.state()).failure?.reason)
    }
    expect(reasons).toEqual(['redirect', 'timeout', 'refused'])
    expect(await tracing.state()).toMatchObject({ state: 'failing', waiting: 1, deadLetters: 0 })
  })

  it('notifies after a quarter of an hour without success, and stops after a day; nothing is lost', async () => {
    const { version } = await tracing.subscribe()
    tracing.answerWith(() => answered(500))
    await tracing.send('P-1')
    for (const at of ['09:00', '09:16', '09:46']) {
      tracing.bench.at(at)
      await tracing.deliver()
    }
    expect(await tracing.notices()).toEqual(['SubscriptionFailing'])
    tracing.bench.at(new Date('2025-03-04T11:00:00Z'))
    await tracing.deliver()
    expect(await tracing.notices()).toEqual(['SubscriptionFailing', 'SubscriptionStopped'])
    const stopped = await tracing.state()
    expect(stopped).toMatchObject({ state: 'stopped', waiting: 1, version: version + 1 })
    tracing.answerWith(() => answered(200))
    await tracing.send('P-2')
    await tracing.deliver()
    expect((await tracing.state()).waiting).toBe(2)
    await tracing.bench.call('Pia', 'POST', `${tracing.path(stopped.id)}/active`, {
      baseVersion: stopped.version,
      active: true,
    })
    await tracing.deliver()
    expect(await tracing.state()).toMatchObject({ state: 'active', waiting: 0, delivered: 2 })
  })

  it('begins where a process that was killed stored its progress, and sends nothing out of order', async () => {
    await tracing.subscribe()
    const all = Array.from({ length: 50 }, (_, n) => `P-${n}`)
    await tracing.send(...all)
    // The process ends in the middle: its next message is never answered, and its lease stays.
    let sent = 0
    tracing.answerWith(() => (++sent > 30 ? new Promise(() => undefined) : answered(200)))
    const killed = tracing.createDeliverer()
    await killed.run()
    await expect.poll(() => sent).toBe(31)
    const before = tracing.ids()
    tracing.answerWith(() => answered(200))
    await tracing.deliver()
    expect(tracing.ids()).toHaveLength(before.length)
    tracing.received.length = 0
    tracing.bench.at('09:01:01')
    await tracing.deliver()
    expect(tracing.ids()).toEqual(all.slice(20))
    expect(new Set([...before, ...tracing.ids()])).toEqual(new Set(all))
  })

  it('has one owner at a time', async () => {
    await tracing.subscribe()
    await tracing.send('P-1', 'P-2', 'P-3')
    const deliverers = Array.from({ length: 4 }, () => tracing.createDeliverer())
    await Promise.all(deliverers.map(({ run }) => run()))
    await Promise.all(deliverers.map(({ settle }) => settle()))
    expect(tracing.ids()).toEqual(['P-1', 'P-2', 'P-3'])
  })

  it('is not delayed by a subscription whose receiver is slow', async () => {
    await tracing.subscribe()
    await tracing.subscribe({ name: 'Slow', sink: webhook('https://slow.example/') })
    const open: ((answer: ReturnType<typeof answered>) => void)[] = []
    tracing.answerWith(({ url }) => (url.includes('slow') ? new Promise(resolve => open.push(resolve)) : answered(200)))
    await tracing.send('P-1')
    const deliverer = tracing.createDeliverer()
    await deliverer.run()
    const delivered = async () => (await tracing.list()).map(each => each.delivered)
    await expect.poll(delivered).toEqual([1, 0])
    await tracing.send('P-2')
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
    const { id } = await tracing.subscribe()
    tracing.answerWith(({ body }) =>
      body?.includes('"P-1"') === true ? answered(400, 'Unknown field') : answered(200),
    )
    await tracing.send('P-1', 'P-2')
    await tracing.deliver()
    expect(await tracing.state()).toMatchObject({ deadLetters: 1, waiting: 0, delivered: 1, failuresPerHour: 1 / 24 })
    expect(await tracing.letters(id)).toMatchObject({
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
    const { id } = await tracing.subscribe()
    tracing.answerWith(() => answered(400))
    await tracing.send('P-1', 'P-2', 'P-3')
    await tracing.deliver()
    const [last] = (await tracing.letters(id)).deadLetters
    expect((await tracing.redeliver(id, last?.id)).json).toEqual({ queued: 1 })
    await tracing.deliver()
    expect((await tracing.letters(id)).deadLetters[0]).toMatchObject({ eventId: 'P-3', attempts: 2, isQueued: false })
    tracing.received.length = 0
    tracing.answerWith(() => answered(200))
    expect((await tracing.redeliver(id)).json).toEqual({ queued: 3 })
    await tracing.deliver()
    expect(tracing.ids()).toEqual(['P-1', 'P-2', 'P-3'])
    expect((await tracing.letters(id)).total).toBe(0)
    expect((await tracing.redeliver(id, null, 'Vera')).status).toBe(403)
  })

  it('wait when their receiver cannot be reached', async () => {
    const { id } = await tracing.subscribe()
    tracing.answerWith(() => answered(400))
    await tracing.send('P-1', 'P-2')
    await tracing.deliver()
    await tracing.redeliver(id)
    tracing.answerWith(() => answered(503))
    tracing.received.length = 0
    await tracing.deliver()
    expect(tracing.ids()).toEqual(['P-1'])
    tracing.answerWith(() => answered(200))
    tracing.bench.at('09:00:30')
    await tracing.deliver()
    expect((await tracing.letters(id)).deadLetters.map(({ eventId }) => eventId)).toEqual(['P-1'])
  })
})
