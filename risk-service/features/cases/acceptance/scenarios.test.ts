import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Case, type CaseEvent, defaultCaseConfiguration, type Queue } from '../../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../testing/case-bench.ts'

let bench: CaseBench
let highValue = ''
const id = (name: string) => bench.people[name] ?? ''
const queuesPath = `${caseIds.root}/casemanagement/queues`
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  highValue = await bench.queue('High Value Orders', {
    sequence: 'Restricted',
    orderBy: 'amountUsd',
    direction: 'descending',
    timeoutMinutes: 480,
    defaultAction: 'Reject',
    assignedUsers: [id('Ana'), id('Ben')],
    supervisors: [id('Sofia')],
    escalation: true,
    hold: true,
  })
  await bench.route('R1', 'ROUTETO Queue("High Value Orders") WHEN @"purchase.request.totalAmount" > 1000')
  await bench.send({ id: 'P-1001', amount: 2500, userId: 'u-1', instrument: 'pi-1' })
  await bench.send({ id: 'P-1002', amount: 1800, userId: 'u-2', instrument: 'pi-1' })
})

const released = () => bench.at('09:05:01')
const approval = { decision: 'Approve', reason: 'Verified customer', note: 'called' }

it('[S04] a bank event during the hold does not keep a case from its queue, and stands on its event', async () => {
  bench.at('09:02')
  const { kind } = await bench.engine.ingestDataEvent({
    environmentId: caseIds.root,
    event: 'bankevent',
    correlationId: null,
    receivedAt: bench.now(),
    body: {
      bankEventId: 'B-1',
      purchaseId: 'P-1001',
      type: 'Auth',
      status: 'Declined',
      bankEventTimestamp: bench.now().toISOString(),
      _metadata: {},
    },
  })
  expect(kind).toBe('accepted')
  released()
  expect(await bench.list('Max', highValue)).toEqual(['P-1001', 'P-1002'])
  const stored = await bench.store.db
    .selectFrom('data_event')
    .select(['event_type', 'body'])
    .where('subject_id', '=', 'P-1001')
    .execute()
  expect(stored).toMatchObject([{ event_type: 'bankevent', body: { status: 'Declined' } }])
})

it('[S09] the limit of one environment leaves room in the environment below', async () => {
  for (let index = 1; index < 29; index++) await bench.queue(`Queue ${index}`)
  const create = (environmentId: string, queueId: string) =>
    bench.call('Max', 'PUT', `${environmentId}/casemanagement/queues/${queueId}`, {
      assessment: 'purchase',
      settings: { name: 'One more', defaultAction: 'Approve' },
    })
  const [full, room] = ['70000000-0000-4000-8000-000000000001', '70000000-0000-4000-8000-000000000002']
  expect(await create(caseIds.root, full)).toMatchObject({ status: 409, code: 'queue.limit' })
  expect((await create(caseIds.eu, room)).status).toBe(201)
  await bench.store.db.deleteFrom('case_queue').where('id', '=', room).execute()
})

it('[S10] a queue that a rule names is neither renamed nor deleted; without the rule both work, with a target', async () => {
  released()
  const { json } = await bench.call<Queue>('Max', 'GET', `${queuesPath}/${highValue}`)
  const { assignedUsers: _users, supervisors: _people, assignedGroups: _groups, ...settings } = json
  const people = { assignedUsers: [id('Ana'), id('Ben')], supervisors: [id('Sofia')] }
  const rename = (baseVersion: number) =>
    bench.call<Queue>('Max', 'PATCH', `${queuesPath}/${highValue}`, {
      baseVersion,
      settings: { ...settings, ...people, name: 'Expensive' },
    })
  const remove = (body: object) => bench.call('Max', 'DELETE', `${queuesPath}/${highValue}`, body)
  const general = (await bench.call<Queue>('Max', 'GET', `${queuesPath}/general`)).json.id
  for (const refused of [await rename(1), await remove({ moveTo: general, baseVersion: 1 })])
    expect(refused).toMatchObject({
      status: 409,
      code: 'queue.referenced',
      json: { details: { dependents: [{ name: 'R1', resource: 'rule' }] } },
    })
  const rule = await bench.store.db.selectFrom('rule').select('id').where('name', '=', 'R1').executeTakeFirstOrThrow()
  await bench.store.db.deleteFrom('rule').where('id', '=', rule.id).execute()
  expect((await rename(1)).json.name).toBe('Expensive')
  expect((await remove({ baseVersion: 2 })).status).toBe(400)
  expect((await remove({ moveTo: highValue, baseVersion: 2 })).status).toBe(422)
  expect((await remove({ moveTo: general, baseVersion: 2 })).status).toBe(204)
  expect(await bench.list('Max', 'general')).toEqual(['P-1001', 'P-1002'])
})

it('[S15] 200 times two reviewers at the same moment have both cases, and never the same', async () => {
  const settings = { sequence: 'Restricted', orderBy: 'amountUsd', direction: 'descending' } as const
  // Three pairs at once: the races of one pair take place in its own queue.
  const pairs = [
    { people: ['Ana', 'Ben'], queue: highValue, ids: ['P-1001', 'P-1002'] },
    { people: ['Sofia', 'Max'], queue: await bench.queue('Medium', settings), ids: ['P-2001', 'P-2002'] },
    { people: ['Pia', 'Adi'], queue: await bench.queue('Low', settings), ids: ['P-3001', 'P-3002'] },
  ]
  await bench.route('R2', 'ROUTETO Queue("Medium") WHEN @"purchase.request.totalAmount" > 100')
  await bench.route('R3', 'ROUTETO Queue("Low") WHEN @"purchase.request.totalAmount" > 10')
  for (const [id, amount] of Object.entries({ 'P-2001': 200, 'P-2002': 150, 'P-3001': 50, 'P-3002': 40 }))
    await bench.send({ id, amount })
  bench.at('09:05:02')
  await bench.tick()
  const fresh = (queue: string) =>
    bench.store.pool.query(
      `update review_case set state = 'Pending', lock_owner_id = null, lock_owner_name = null, lease_token = null,
       locked_at = null, lock_asks_at = null, lock_expires_at = null, passed_over = '{}', due_at = timeout_at
       where queue_id = $1`,
      [queue],
    )
  let rounds = 0
  await Promise.all(
    pairs.map(async ({ people, queue, ids }) => {
      while (rounds < 200) {
        rounds += 1
        const started = await Promise.all(people.map(each => bench.next(each, queue)))
        expect(started.map(each => each?.externalId).toSorted()).toEqual(ids)
        await fresh(queue)
      }
    }),
  )
})

it('[S21] [S22] [S23] a lock that ran out, a case that is taken again with the same text, one that is sent back', async () => {
  bench.at('09:10')
  const own = await bench.next('Ana', highValue)
  bench.at('09:42')
  expect(await bench.rows('Max', highValue)).toMatchObject([{ externalId: 'P-1001' }, { externalId: 'P-1002' }])
  const note = 'x'.repeat(300)
  bench.at('09:43')
  const decide = (leaseToken: string | null | undefined) =>
    bench.onCase('Ana', 'P-1001', '/decision', { leaseToken: leaseToken ?? caseIds.root, ...approval, note })
  expect(await decide(own?.own.leaseToken)).toMatchObject({ status: 410, code: 'lock.lost' })
  const again = (await bench.onCase('Ana', 'P-1001', '/lock', {})).json
  expect((await decide(again.own.leaseToken)).json.outcome?.note).toBe(note)
  const { json } = await bench.onCase<CaseEvent[]>('Max', 'P-1001', '/history')
  expect(json.map(({ kind }) => kind)).toEqual([
    'decided',
    'locked',
    'lock-expired',
    'locked',
    'released-to-queue',
    'created',
  ])
  const audit = await bench.store.db.selectFrom('audit_log').select(['operation', 'actor_name']).execute()
  expect(audit).toContainEqual({ operation: 'Requeue', actor_name: 'Assay' })
})

describe('[S26] a decision of a person', () => {
  it('is on the event with reason and note, and in one message for event tracing with every published field', async () => {
    released()
    const own = await bench.next('Ana', highValue)
    bench.at('09:20')
    await bench.onCase('Ana', 'P-1001', '/decision', { leaseToken: own?.own.leaseToken, ...approval })
    bench.at('09:21')
    await bench.deliver()
    const { rows } = await bench.store.pool.query(
      `select payload from case_follow_up where kind = 'trace' and case_id = $1`,
      [own?.id],
    )
    expect(rows.map(({ payload }) => payload)).toEqual([
      {
        name: 'FraudProtection.CaseManagement.Events',
        version: '1.0',
        metadata: {
          tenantId: caseIds.tenant,
          environmentId: caseIds.root,
          timestamp: '2025-03-03T09:20:00.000Z',
        },
        assessmentId: 'purchase',
        assessmentName: expect.any(String),
        caseId: own?.id,
        queueId: highValue,
        queueName: 'High Value Orders',
        eventType: 'purchase',
        eventId: 'P-1001',
        creationDate: '2025-03-03T09:00:00.000Z',
        reviewStartDate: '2025-03-03T09:05:01.000Z',
        reviewedDate: '2025-03-03T09:20:00.000Z',
        decision: 'Approve',
        reason: 'Verified customer',
        reasonNote: 'called',
        agentId: id('Ana'),
        agentName: 'Ana',
        status: 'Completed',
        fraudFlag: 'None',
      },
    ])
    const status = await bench.store.db
      .selectFrom('data_event')
      .select('body')
      .where('subject_id', '=', 'P-1001')
      .executeTakeFirstOrThrow()
    expect(status.body).toMatchObject({ statusType: 'Approved', reason: 'OfflineManualReview_General' })
    const labels = await bench.store.db.selectFrom('event_label').selectAll().execute()
    expect(labels).toEqual([])
  })

  it.each([
    ['Reject', 'Abuse', 'OfflineManualReview_Fraud'],
    ['Reject', 'Compromised account', 'OfflineManualReview_AccountCompromise'],
    ['Reject', 'Business policy violation', 'OfflineManualReview_General'],
    ['Approve', 'Low risk', 'OfflineManualReview_General'],
    ['Watch', 'Watch NA', 'ManualReview_WatchNA'],
    ['Watch', 'Watch inconclusive', 'ManualReview_Inclusive'],
  ])('%s for “%s” has the code %s', async (decision, reason, code) => {
    const watch = {
      name: 'Watch',
      caseAction: 'Approve',
      labelAction: 'None',
      reasons: ['Watch NA', 'Watch inconclusive'],
    }
    const { queueDecisions } = defaultCaseConfiguration
    const configuration = { queueDecisions: [...queueDecisions, watch], defaultDecisionName: 'Approve' }
    const configured = await bench.call('Adi', 'PUT', `${caseIds.root}/casemanagement/configuration/purchase`, {
      baseVersion: 0,
      configuration,
    })
    expect(configured.status).toBe(200)
    released()
    const own = await bench.next('Ana', highValue)
    await bench.onCase('Ana', 'P-1001', '/decision', { leaseToken: own?.own.leaseToken, decision, reason })
    bench.at('09:20')
    await bench.deliver()
    const { rows } = await bench.store.pool.query(`select body ->> 'reason' as reason from data_event`)
    expect(rows).toEqual([{ reason: code }])
  })
})

it('[S34] a hold stops the timer, an analyst cannot end it, and its owner is told when it ends', async () => {
  bench.at('10:00')
  const own = await bench.next('Ana', highValue)
  const until = '2025-03-03T12:00:00.000Z'
  await bench.onCase('Ana', 'P-1001', '/hold', { leaseToken: own?.own.leaseToken, until, reason: 'Call' })
  expect(await bench.onCase('Ben', 'P-1001', '/resume', {})).toMatchObject({ status: 409, code: 'case.held' })
  bench.at('12:00')
  const { json } = await bench.onCase<Case>('Ana', 'P-1001', '')
  expect(json).toMatchObject({
    state: 'Pending',
    timeoutAt: '2025-03-03T19:05:00.000Z',
    assignee: { name: 'Ana' },
    assignedUntil: '2025-03-03T12:15:00.000Z',
  })
  const told = await bench.store.db.selectFrom('notification').select(['event', 'user_id']).execute()
  expect(told).toEqual([{ event: 'HoldEnded', user_id: id('Ana') }])
})
