import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyRetention } from '../../kernel/store/maintenance/retention.ts'
import { openSubscriptionBench, type SubscriptionBench } from './testing/subscription-bench.ts'
import { answered, webhook } from './testing/tracing-bench.ts'

let tracing: SubscriptionBench
beforeAll(async () => {
  tracing = await openSubscriptionBench()
})
afterAll(() => tracing.bench.close())
beforeEach(() => tracing.reset())

const firstNumber = async () => {
  const { seq } = await tracing.db
    .selectFrom('traced_event')
    .select(({ fn }) => fn.min('seq').as('seq'))
    .where('kind', '=', 'decision')
    .executeTakeFirstOrThrow()
  return Number(seq)
}

describe('a receiver that does not accept events', () => {
  it('gives each message of later pages an id of its own after one that was tried again', async () => {
    await tracing.subscribe()
    tracing.answerWith(() => answered(503))
    await tracing.send(...Array.from({ length: 230 }, (_, n) => `P-${n}`))
    await tracing.deliver()
    tracing.received.length = 0
    tracing.answerWith(() => answered(200))
    tracing.bench.at('09:00:05')
    await tracing.deliver()
    expect(new Set(tracing.header('x-dfp-delivery')).size).toBe(230)
    expect(tracing.header('x-dfp-attempt').filter(attempt => attempt !== '1')).toEqual(['2'])
  })

  it('counts no failure from before a success on an earlier page', async () => {
    await tracing.subscribe()
    tracing.answerWith(() => answered(503))
    await tracing.send(...Array.from({ length: 210 }, (_, n) => `P-${n}`))
    await tracing.deliver()
    tracing.bench.at('11:00')
    tracing.answerWith(({ body }) => answered(body?.includes('"P-200"') === true ? 503 : 200))
    await tracing.deliver()
    expect(await tracing.state()).toMatchObject({
      state: 'active',
      attempts: 1,
      failingSince: '2025-03-03T11:00:00.000Z',
    })
    expect(await tracing.notices()).toEqual([])
  })

  it('sends a batch again with the same events under the same id, and other content under another', async () => {
    await tracing.subscribe({ sink: webhook('https://hooks.example/orders', 10) })
    tracing.answerWith(() => answered(503))
    await tracing.send('P-1', 'P-2')
    await tracing.deliver()
    await tracing.send('P-3')
    tracing.bench.at('09:00:05')
    await tracing.deliver()
    expect(tracing.ids()).toEqual(['P-1', 'P-2', 'P-1', 'P-2'])
    expect(new Set(tracing.header('x-dfp-delivery')).size).toBe(1)
    // An event of the batch is deleted meanwhile.
    await tracing.db
      .deleteFrom('traced_event')
      .where('seq', '=', await firstNumber())
      .execute()
    tracing.received.length = 0
    tracing.answerWith(() => answered(200))
    tracing.bench.at('09:00:35')
    const before = (await tracing.db.selectFrom('event_subscription').select('delivery_id').executeTakeFirstOrThrow())
      .delivery_id
    await tracing.deliver()
    expect(tracing.ids()).toEqual(['P-2', 'P-3'])
    expect(tracing.header('x-dfp-delivery')).not.toContain(before)
    expect(tracing.header('x-dfp-attempt')).toEqual(['1'])
  })

  it('notifies a quarter of an hour after the first failure, whatever the pauses', async () => {
    await tracing.subscribe()
    tracing.answerWith(() => answered(500))
    await tracing.send('P-1')
    await tracing.deliver()
    const attempts: string[] = []
    for (let n = 0; n < 5; n++) {
      const next = (await tracing.state()).nextAt ?? ''
      attempts.push(next.slice(11, 19))
      tracing.bench.at(new Date(next))
      await tracing.deliver()
    }
    expect(attempts).toEqual(['09:00:05', '09:00:35', '09:02:35', '09:12:35', '09:15:00'])
    expect(await tracing.notices()).toEqual(['SubscriptionFailing'])
  })

  it('notifies and stops where everything is rejected for good, until something is accepted', async () => {
    await tracing.subscribe()
    tracing.answerWith(() => answered(400))
    await tracing.send('P-1')
    await tracing.deliver()
    expect(await tracing.state()).toMatchObject({
      failingSince: '2025-03-03T09:00:00.000Z',
      waiting: 0,
      deadLetters: 1,
    })
    tracing.bench.at('09:10')
    tracing.answerWith(() => answered(200))
    await tracing.send('P-2')
    await tracing.deliver()
    expect((await tracing.state()).failingSince).toBeNull()
    tracing.answerWith(() => answered(400))
    for (const [id, at] of [
      ['P-3', '09:20'],
      ['P-4', '09:30'],
      ['P-5', '09:40'],
    ] as const) {
      tracing.bench.at(at)
      await tracing.send(id)
      await tracing.deliver()
    }
    expect(await tracing.notices()).toEqual(['SubscriptionFailing'])
    tracing.bench.at(new Date('2025-03-04T09:30:00Z'))
    await tracing.send('P-6')
    await tracing.deliver()
    expect(await tracing.notices()).toEqual(['SubscriptionFailing', 'SubscriptionStopped'])
    expect(await tracing.state()).toMatchObject({ state: 'stopped', waiting: 0, deadLetters: 5 })
  })

  it('stores its progress before the lease ends where the receiver is slow', async () => {
    await tracing.subscribe()
    await tracing.send(...Array.from({ length: 8 }, (_, n) => `P-${n}`))
    let seconds = 0
    const stored: number[] = []
    tracing.answerWith(async () => {
      seconds += 9
      tracing.bench.at(new Date(Date.parse('2025-03-03T09:00:00Z') + seconds * 1000))
      stored.push((await tracing.state()).delivered)
      return answered(200)
    })
    await tracing.deliver()
    expect(stored).toEqual([0, 0, 0, 3, 3, 3, 6, 6])
  })
})

describe('dead letters that are delivered again', () => {
  const reject = async (...sent: string[]) => {
    const found = await tracing.subscribe()
    tracing.answerWith(() => answered(400))
    await tracing.send(...sent)
    await tracing.deliver()
    tracing.received.length = 0
    await tracing.redeliver(found.id)
    return found
  }

  it('are not sent any more once the subscription is deactivated', async () => {
    const { id, version } = await reject('P-1', 'P-2', 'P-3')
    tracing.answerWith(async () => {
      await tracing.bench.call('Pia', 'POST', `${tracing.path(id)}/active`, { baseVersion: version, active: false })
      return answered(200)
    })
    await tracing.deliver()
    expect(tracing.ids()).toEqual(['P-1'])
    expect((await tracing.letters(id)).deadLetters.map(({ eventId }) => eventId)).toEqual(['P-3', 'P-2'])
  })

  it('are broken off when the process stops, and sent by the next one', async () => {
    const { id } = await reject('P-1', 'P-2')
    tracing.answerWith(
      ({ signal }) =>
        new Promise(resolve =>
          signal?.addEventListener('abort', () => resolve({ kind: 'communication', message: '' })),
        ),
    )
    const deliverer = tracing.createDeliverer()
    await deliverer.run()
    await expect.poll(() => tracing.ids()).toEqual(['P-1'])
    await deliverer.stop()
    expect((await tracing.letters(id)).deadLetters.map(({ isQueued, attempts }) => [isQueued, attempts])).toEqual([
      [true, 1],
      [true, 1],
    ])
    tracing.answerWith(() => answered(200))
    await tracing.deliver()
    expect(tracing.ids()).toEqual(['P-1', 'P-1', 'P-2'])
  })

  it('can be sent for as long as they are stored, however old their event is', async () => {
    await reject('P-1')
    tracing.answerWith(() => answered(200))
    await tracing.send('P-2')
    const at = tracing.bench.now()
    const old = new Date(at.getTime() - 8 * 86_400_000)
    await tracing.db.updateTable('traced_event').set({ created_at: old }).execute()
    await applyRetention(tracing.db, { eventMonths: 13, logMonths: 13, telemetryDays: 30 }, at)
    await tracing.deliver()
    expect(tracing.ids()).toContain('P-1')
    expect((await tracing.state()).deadLetters).toBe(0)
  })

  it('end the failing of a subscription when they are accepted', async () => {
    await reject('P-1')
    expect((await tracing.state()).failingSince).not.toBeNull()
    tracing.answerWith(() => answered(200))
    await tracing.deliver()
    expect(await tracing.state()).toMatchObject({ failingSince: null, failure: null, deadLetters: 0 })
  })

  it('show the type of a label instead of its address to those who may not see it', async () => {
    const { id } = await tracing.subscribe()
    tracing.answerWith(() => answered(400))
    await tracing.bench.engine.ingestLabel({
      environmentId: tracing.root,
      correlationId: null,
      receivedAt: tracing.bench.now(),
      body: {
        labelObjectType: 'Email',
        labelObjectId: 'kim@harbor.example',
        labelSource: 'CustomerEscalation',
        labelState: 'Accepted',
        isFraud: true,
        eventTimeStamp: '2025-03-03T08:00:00Z',
        _metadata: {},
      },
    })
    await tracing.deliver()
    expect((await tracing.letters(id)).deadLetters.map(({ eventId }) => eventId)).toEqual(['kim@harbor.example'])
    await tracing.maskEmailsFrom('AllAreasViewer')
    expect((await tracing.letters(id, 'Vera')).deadLetters.map(({ eventId }) => eventId)).toEqual(['Email'])
  })
})
