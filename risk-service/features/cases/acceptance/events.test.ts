import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Case, CaseEvent } from '../../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../testing/case-bench.ts'

let bench: CaseBench
let queue = ''
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  queue = await bench.queue('Amounts', { orderBy: 'amountUsd', direction: 'descending', closeOnStatus: true })
  await bench.route('R1', 'ROUTETO Queue("Amounts") WHEN @"purchase.request.totalAmount" > 1')
})

const approval = { decision: 'Approve', reason: 'Verified customer' }
const decide = async (as: string, id: string, choice: object = approval) => {
  const { json } = await bench.onCase(as, id, '/lock', {})
  return bench.onCase(as, id, '/decision', { leaseToken: json.own.leaseToken, ...choice })
}
const historyOf = async (id: string) => (await bench.onCase<CaseEvent[]>('Max', id, '/history')).json
const latestStatus = async (id: string) =>
  (
    await bench.store.pool.query(
      `select body ->> 'statusType' as type from data_event where subject_id = $1 order by received_at desc limit 1`,
      [id],
    )
  ).rows[0]?.type

describe('an event that is sent again', () => {
  it('renews its case although the rules would approve it now, and the history says what changed', async () => {
    await bench.send({ id: 'P-1', amount: 100 })
    await bench.send({ id: 'P-2', amount: 200 })
    bench.at('09:06')
    await bench.send({ id: 'P-1', amount: 300, userId: 'u-new', review: false })
    expect((await bench.rows('Max', queue)).map(row => [row.externalId, row.amountUsd, row.userId])).toEqual([
      ['P-1', 30_000, 'u-new'],
      ['P-2', 20_000, 'user of P-2'],
    ])
    expect(await historyOf('P-1')).toMatchObject([
      {
        kind: 'snapshot-updated',
        by: null,
        details: {
          changed: ['amount', 'amount_usd', 'user_id'],
          before: { amountUsd: 10_000 },
          after: { amountUsd: 30_000 },
        },
      },
      { kind: 'released-to-queue' },
      { kind: 'created' },
    ])
  })

  it('says nothing when nothing changed, and leaves a decided case alone', async () => {
    await bench.send({ id: 'P-1', amount: 100 })
    await bench.send({ id: 'P-1', amount: 100 })
    bench.at('09:06')
    await decide('Ana', 'P-1')
    await bench.send({ id: 'P-1', amount: 900 })
    expect((await bench.onCase('Max', 'P-1', '')).json.amountUsd).toBe(10_000)
    expect((await historyOf('P-1')).map(({ kind }) => kind)).not.toContain('snapshot-updated')
  })

  it('during the hold and as one that was approved first starts no second case', async () => {
    await bench.send({ id: 'P-1', amount: 100, review: false })
    await bench.send({ id: 'P-1', amount: 100 })
    await bench.send({ id: 'P-2', amount: 100 })
    bench.at('09:03')
    await bench.send({ id: 'P-2', amount: 150 })
    bench.at('09:06')
    expect((await bench.rows('Max', queue)).map(row => [row.externalId, row.amountUsd])).toEqual([['P-2', 15_000]])
  })
})

describe('a status of the merchant', () => {
  it.each([
    ['in the last millisecond of the hold', '2025-03-03T09:04:59.999Z', 'NotRouted'],
    ['at its end', '2025-03-03T09:05:00.000Z', 'Pending'],
  ])('%s', async (_, time, state) => {
    await bench.queue('Open')
    await bench.route('R0', 'ROUTETO Queue("Open") WHEN @"purchase.request.totalAmount" == 1')
    await bench.send({ id: 'P-1', amount: 1 })
    bench.at(new Date(time))
    await bench.sendStatus('P-1', 'Unknown')
    bench.at('09:06')
    expect((await bench.onCase('Max', 'P-1', '')).json.state).toBe(state)
  })

  it('closes waiting cases alone, once, without sending the merchant a status', async () => {
    for (const id of ['P-1', 'P-2', 'P-3']) await bench.send({ id, amount: 100 })
    bench.at('09:06')
    await bench.onCase('Ana', 'P-2', '/lock', {})
    for (const id of ['P-1', 'P-2', 'P-1']) await bench.sendStatus(id, 'Rejected')
    await bench.sendStatus('P-3', 'Pending')
    expect(await bench.closeDecided()).toBe(1)
    expect(await bench.closeDecided()).toBe(0)
    expect((await bench.onCase('Max', 'P-1', '')).json).toMatchObject({
      state: 'Decided',
      outcome: { via: 'External', decision: 'Reject', by: null, followUps: [] },
    })
    expect((await bench.onCase('Ana', 'P-2', '')).json).toMatchObject({
      state: 'InReview',
      merchantStatus: { statusType: 'Rejected' },
    })
    expect((await bench.onCase('Ana', 'P-3', '')).json.state).toBe('Pending')
  })

  it('of the service itself never closes a case', async () => {
    await bench.option({ corrections: true })
    await bench.send({ id: 'P-1', amount: 100 })
    bench.at('09:06')
    await decide('Ana', 'P-1')
    bench.at('09:07')
    await bench.deliver()
    expect(await bench.closeDecided()).toBe(0)
    expect((await bench.onCase('Max', 'P-1', '')).json.outcome).toMatchObject({ via: 'Single', by: { name: 'Ana' } })
  })

  it.each(['accountcreation', 'accountlogin'] as const)(
    'in the hold makes the review of an %s unnecessary',
    async type => {
      const [id, other] = [randomUUID(), randomUUID()]
      await bench.store.db
        .insertInto('rule')
        .values({
          id: randomUUID(),
          environment_id: caseIds.root,
          event_type: type,
          type: 'decision',
          name: `Review ${type}`,
          status: 'active',
          position: 0,
          version: 1,
          body: JSON.stringify({
            name: 'Review',
            description: '',
            condition: '',
            clauses: [{ name: 'All', section: 'postRisk', text: 'RETURN Review("all")' }],
            sample: { payload: {} },
          }),
          published_by: randomUUID(),
          published_by_name: 'Test',
        })
        .execute()
      await bench.engine.reloadRules()
      const [name, key] =
        type === 'accountcreation' ? (['AccountCreation', 'signUpId'] as const) : (['AccountLogin', 'loginId'] as const)
      const metadata = (eventId: string) => ({
        [key]: eventId,
        userId: `user of ${eventId}`,
        assessmentType: 'Evaluate',
        customerLocalDate: bench.now().toISOString(),
        merchantTimeStamp: bench.now().toISOString(),
        trackingId: randomUUID(),
      })
      for (const eventId of [id, other]) {
        const result = await bench.engine.decide({
          environmentId: caseIds.root,
          eventType: type,
          body: {
            name: `AP.${name}`,
            version: '0.5',
            metadata: metadata(eventId),
            user: { userId: `user of ${eventId}` },
          },
          correlationId: randomUUID(),
          receivedAt: bench.now(),
          backfill: false,
          diagnostics: false,
        })
        if (result.kind !== 'answer') throw new Error(JSON.stringify(result))
      }
      bench.at('09:03')
      const sent = await bench.engine.ingestDataEvent({
        environmentId: caseIds.root,
        event: `${type}status` as 'accountcreationstatus',
        correlationId: null,
        receivedAt: bench.now(),
        body: {
          name: `AP.${name}.Status`,
          version: '0.5',
          metadata: metadata(id),
          statusDetails: {
            statusType: 'Approved',
            reasonType: 'ChallengePassed',
            challengeType: 'SMS',
            statusDate: bench.now().toISOString(),
          },
        },
      })
      expect(sent).toMatchObject({ kind: 'accepted' })
      bench.at('09:06')
      expect(await bench.list('Max', 'general')).toEqual([other])
      // The decision about the other one is reported as a status of its own kind.
      const path = `${caseIds.root}/casemanagement/cases/${type}/${other}`
      const { json } = await bench.call<Case>('Ana', 'POST', `${path}/lock`, {})
      await bench.call('Ana', 'POST', `${path}/decision`, { leaseToken: json.own.leaseToken, ...approval })
      bench.at('09:07')
      await bench.deliver()
      expect((await bench.call<Case>('Ana', 'GET', path)).json.outcome?.followUps).toMatchObject([
        { kind: 'status', state: 'delivered' },
      ])
    },
  )
})

describe('what follows from a decision', () => {
  it('a correction within the time to take back is the last word', async () => {
    await bench.option({ corrections: true, undoSeconds: 15 })
    await bench.send({ id: 'P-1', amount: 100 })
    bench.at('09:06')
    await decide('Ana', 'P-1')
    bench.at('09:06:02')
    expect((await bench.onCase('Max', 'P-1', '/correction', { decision: 'Reject', reason: 'Abuse' })).status).toBe(200)
    await bench.deliver()
    bench.at('09:06:30')
    await bench.deliver()
    expect(await latestStatus('P-1')).toBe('Rejected')
    expect((await bench.onCase('Ana', 'P-1', '/undo', {})).status).toBe(409)
  })
})
