import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QueueSettings } from '../../contract/cases/queue-entities.ts'
import type { Case, CaseEvent } from '../../contract/index.ts'
import type { OutgoingAnswer, OutgoingRequest } from '../../ports/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from './testing/case-bench.ts'
import { addCall } from './testing/target-call.ts'
import { storeUploadedStatus } from './testing/uploaded-status.ts'

let bench: CaseBench
let send: (request: OutgoingRequest) => Promise<OutgoingAnswer>
const sent: OutgoingRequest[] = []
const accepted: OutgoingAnswer = { kind: 'answer', status: 200, text: '{"ok":true}' }
const challenge = 'DO External.notify(@"user.userId") WHEN @"totalAmount" > 1000'

beforeAll(async () => {
  bench = await openCaseBench({
    send: request => {
      sent.push(request)
      return send(request)
    },
  })
  await addCall(bench)
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  sent.length = 0
  send = () => Promise.resolve(accepted)
})

const configure = (challengeAction: string | null) =>
  bench.call('Pia', 'PUT', `${caseIds.root}/casemanagement/configuration/purchase`, {
    baseVersion: 0,
    configuration: {
      queueDecisions: [
        { name: 'Approve', caseAction: 'Approve', labelAction: 'NonFraud', reasons: ['Low risk'] },
        { name: 'Reject', caseAction: 'Reject', labelAction: 'Fraud', reasons: ['Abuse'] },
      ],
      defaultDecisionName: 'Approve',
      challengeAction,
    },
  })

/** A case of a queue with challenges that Ana reviews; returns her token. */
async function startReview(settings: Partial<QueueSettings> = {}, amount = 2500): Promise<string> {
  await bench.queue('Challenges', { challenge: true, ...settings })
  await bench.route('R1', 'ROUTETO Queue("Challenges") WHEN @"purchase.request.totalAmount" > 10')
  await bench.send({ id: 'P-1', amount, userId: 'u-1' })
  bench.at('09:10')
  return (await bench.onCase('Ana', 'P-1', '/lock', {})).json.own.leaseToken ?? ''
}
const ask = (leaseToken: string, more: object = {}, as = 'Ana', key?: string) =>
  bench.onCase(as, 'P-1', '/challenge', { leaseToken, ...more }, key)
const read = async (as = 'Max') => (await bench.onCase<Case>(as, 'P-1', '')).json
const history = async () => (await bench.onCase<CaseEvent[]>('Max', 'P-1', '/history')).json
async function answer(reason: string, statusType = 'Pending'): Promise<void> {
  const result = await bench.engine.ingestDataEvent({
    environmentId: caseIds.root,
    event: 'purchasestatus',
    correlationId: null,
    receivedAt: bench.now(),
    body: { purchaseId: 'P-1', statusType, reason, statusDate: bench.now().toISOString(), _metadata: {} },
  })
  expect(result.kind).toBe('accepted')
}

describe('a challenge', () => {
  it('runs its action once and holds the case for a day', async () => {
    await configure(challenge)
    const token = await startReview()
    const key = randomUUID()
    const asked = await ask(token, { note: 'Asked by phone' }, 'Ana', key)
    expect(asked.json).toMatchObject({
      state: 'OnHold',
      hold: { owner: { name: 'Ana' }, wakeAt: '2025-03-04T09:10:00.000Z', awaiting: 'Challenge' },
      challenge: { requestedAt: '2025-03-03T09:10:00.000Z', delivery: 'waiting', answer: null },
    })
    expect((await ask(token, { note: 'Asked by phone' }, 'Ana', key)).json).toEqual(asked.json)
    await bench.deliver()
    await bench.deliver()
    expect(sent.map(({ body }) => body)).toEqual(['{"customer":"u-1"}'])
    expect((await read()).challenge?.delivery).toBe('delivered')
    expect((await history())[0]).toMatchObject({
      kind: 'held',
      by: { name: 'Ana' },
      details: { awaiting: 'Challenge', reason: 'Asked by phone' },
    })
    bench.at(new Date('2025-03-04T09:10:00Z'))
    expect(await read()).toMatchObject({ state: 'Pending', hold: null, assignee: { name: 'Ana' } })
  })

  it.each([
    ['ChallengeSolved', 'passed'],
    ['ChallengeFailed', 'failed'],
    ['ChallengeAbandoned', 'abandoned'],
  ] as const)('%s wakes the case for its reviewer and shows the answer', async (reason, result) => {
    await configure(challenge)
    await ask(await startReview())
    bench.at('10:00')
    await answer('CustomerRequest')
    expect((await read()).state).toBe('OnHold')
    bench.at('10:30')
    await answer(reason)
    expect(await read()).toMatchObject({
      state: 'Pending',
      assignee: { name: 'Ana' },
      timeoutAt: '2025-03-04T10:25:00.000Z',
      challenge: { answer: { result, at: '2025-03-03T10:30:00.000Z' } },
    })
    expect((await history())[0]).toMatchObject({ kind: 'resumed', details: { cause: 'challenge', answer: result } })
  })

  it('is answered before a manager can resume it', async () => {
    await configure(challenge)
    await ask(await startReview())
    bench.at('10:30')
    await answer('ChallengeSolved')
    expect(await bench.onCase('Max', 'P-1', '/resume')).toMatchObject({ status: 409, code: 'case.badState' })
  })

  it('shows an answer that comes after the hold', async () => {
    await configure(challenge)
    await ask(await startReview(), { hours: 1 })
    bench.at('10:20')
    expect((await read()).state).toBe('Pending')
    await answer('ChallengeFailed')
    expect(await read()).toMatchObject({ state: 'Pending', challenge: { answer: { result: 'failed' } } })
  })

  it.each([
    [
      'ChallengeSolved',
      { state: 'Decided', outcome: { decision: 'Approve', via: 'External', by: null } },
      ['Approved'],
    ],
    [
      'ChallengeFailed',
      { state: 'Decided', outcome: { decision: 'Reject', reason: 'Challenge failed' } },
      ['Rejected'],
    ],
    ['ChallengeAbandoned', { state: 'Pending', outcome: null }, []],
  ] as const)('%s decides where the queue says so', async (reason, expected, statuses) => {
    await configure(challenge)
    await ask(await startReview({ challengeDecides: true }))
    bench.at('10:30')
    await answer(reason)
    await bench.tick()
    await bench.deliver()
    expect(await read()).toMatchObject(expected)
    const rows = await bench.store.db.selectFrom('data_event').select('body').where('subject_id', '=', 'P-1').execute()
    const own = rows.map(({ body }) => body as Record<string, unknown>).filter(body => body['_review'] !== undefined)
    expect(own.map(body => body['statusType'])).toEqual(statuses)
    expect(await bench.store.db.selectFrom('event_label').selectAll().execute()).toEqual([])
  })

  it('is not answered by an uploaded status, which is of the past', async () => {
    await configure(challenge)
    await ask(await startReview())
    bench.at('10:30')
    await storeUploadedStatus(bench, 'P-1', 'Pending', 'ChallengeSolved')
    expect(await read()).toMatchObject({ state: 'OnHold', challenge: { answer: null } })
    await answer('ChallengeFailed')
    expect(await read()).toMatchObject({ state: 'Pending', challenge: { answer: { result: 'failed' } } })
  })

  it('does not tell the merchant what its own status said', async () => {
    await configure(challenge)
    await ask(await startReview({ challengeDecides: true }))
    bench.at('10:30')
    await answer('ChallengeSolved', 'Approved')
    expect(await read()).toMatchObject({ state: 'Decided', outcome: { followUps: [] } })
  })

  it('is not asked for after its hold has ended', async () => {
    await configure(challenge)
    await ask(await startReview())
    expect((await bench.onCase('Ana', 'P-1', '/resume')).status).toBe(200)
    await bench.deliver()
    expect(sent).toEqual([])
    expect((await read()).challenge?.delivery).toBeNull()
  })

  it('has failed when its condition is false', async () => {
    await configure(challenge)
    await ask(await startReview({}, 50))
    await bench.deliver()
    expect(sent).toEqual([])
    expect((await read()).challenge?.delivery).toBe('failed')
    expect((await history())[0]).toMatchObject({ kind: 'follow-up-failed', details: { kind: 'challenge' } })
  })
})

describe('a challenge is refused', () => {
  it('where the queue does not allow it, or no action is configured', async () => {
    const token = await startReview({ challenge: false })
    expect(await ask(token)).toMatchObject({ status: 409, code: 'challenge.off' })
    await bench.store.db
      .updateTable('case_queue')
      .set({ settings: sql`settings || '{"challenge":true}'::jsonb` })
      .where('kind', '=', 'User')
      .execute()
    expect(await ask(token)).toMatchObject({ status: 409, code: 'challenge.noAction' })
    expect((await read('Ana')).actions.challenge).toBe(false)
    await configure(challenge)
    expect((await read('Ana')).actions.challenge).toBe(true)
  })

  it('without the lock, in another state, and outside its range of hours', async () => {
    await configure(challenge)
    const token = await startReview()
    expect(await ask(token, {}, 'Ben')).toMatchObject({ status: 410, code: 'lock.lost' })
    expect(await ask(randomUUID())).toMatchObject({ status: 410, code: 'lock.lost' })
    expect((await ask(token, {}, 'Vera')).status).toBe(403)
    for (const [hours, status] of [
      [0, 422],
      [169, 422],
      [1.5, 400],
    ])
      expect((await ask(token, { hours })).status).toBe(status)
    await ask(token)
    expect(await ask(token)).toMatchObject({ status: 410, code: 'lock.lost' })
    expect(sent).toEqual([])
  })

  it('with a statement that is wrong', async () => {
    const { status, json } = await configure('DO External.missing()')
    expect(status).toBe(422)
    expect(json).toMatchObject({ details: { issues: [{ path: ['configuration', 'challengeAction'] }] } })
  })
})
