import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Case, CaseEvent } from '../../contract/index.ts'
import type { OutgoingAnswer, OutgoingRequest } from '../../ports/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from './testing/case-bench.ts'
import { addCall } from './testing/target-call.ts'

let bench: CaseBench
const sent: OutgoingRequest[] = []
let answer: OutgoingAnswer
/** The target answers when it ends. */
let wait = Promise.resolve()
beforeAll(async () => {
  bench = await openCaseBench({
    send: async request => {
      sent.push(request)
      await wait
      return answer
    },
  })
  await addCall(bench)
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  sent.length = 0
  wait = Promise.resolve()
  answer = { kind: 'answer', status: 200, text: '{"ok":true}' }
  await bench.send({ id: 'P-1001', amount: 2500, userId: 'u-1' })
  bench.at('09:05:01')
})

const decision = { caseAction: 'Approve', labelAction: 'None', reasons: ['Low risk'], buttonSentiment: null }
const configure = (fqlAction: string, baseVersion = 0) =>
  bench.call<{ details: { issues: unknown[] } }>(
    'Pia',
    'PUT',
    `${caseIds.root}/casemanagement/configuration/purchase`,
    {
      baseVersion,
      configuration: {
        queueDecisions: [
          { ...decision, name: 'Approve' },
          { ...decision, name: 'Reject', caseAction: 'Reject', reasons: ['Abuse'], fqlAction },
        ],
        defaultDecisionName: 'Approve',
      },
    },
  )
const notify = 'DO External.notify(@"user.userId") WHEN @"totalAmount" > 1000'
const reject = async (id = 'P-1001') => {
  const { json } = await bench.onCase('Ana', id, '/lock', {})
  const choice = { decision: 'Reject', reason: 'Abuse', leaseToken: json.own.leaseToken }
  return (await bench.onCase('Ana', id, '/decision', choice)).json
}
const followUps = async () => (await bench.onCase<Case>('Max', 'P-1001', '')).json.outcome?.followUps
const kinds = async () => (await bench.onCase<CaseEvent[]>('Max', 'P-1001', '/history')).json.map(({ kind }) => kind)
/** Delivers until nothing is waiting any more; returns the minutes between the attempts. */
async function deliverAll(): Promise<number[]> {
  const pauses: number[] = []
  for (;;) {
    await bench.deliver()
    const waiting = (await followUps())?.find(({ state }) => state === 'waiting')
    if (waiting?.nextAttemptAt == null) return pauses
    const next = new Date(waiting.nextAttemptAt)
    pauses.push((next.getTime() - bench.now().getTime()) / 60_000)
    bench.at(next)
  }
}

describe('the statement of a decision', () => {
  it('calls its target once for each use, after the time to take the decision back', async () => {
    expect((await configure(notify)).status).toBe(200)
    expect((await reject()).state).toBe('Decided')
    await bench.deliver()
    expect(sent).toEqual([])
    bench.at('09:05:10')
    await bench.deliver()
    await bench.deliver()
    expect(sent.map(({ url, body }) => [url, body])).toEqual([['https://crm.example/reviews', '{"customer":"u-1"}']])
    expect(await followUps()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
  })

  it('is not run by a decision that was taken back, one of another button, or a time-out', async () => {
    await configure(notify)
    await reject()
    await bench.onCase('Ana', 'P-1001', '/undo')
    bench.at('09:06')
    await bench.deliver()
    bench.at(new Date('2025-03-05T09:00:00Z'))
    await bench.tick()
    expect((await bench.onCase<Case>('Max', 'P-1001', '')).json.outcome?.via).toBe('Timeout')
    expect(sent).toEqual([])
  })

  it('makes no call when its condition is false', async () => {
    await configure('DO External.notify(@"user.userId") WHEN @"totalAmount" > 9000')
    await reject()
    bench.at('09:05:10')
    await bench.deliver()
    expect(sent).toEqual([])
    expect(await followUps()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
  })

  it.each([
    ['DO External.missing(@"user.userId")', /Line 1, column \d+/],
    ['DO External.notify(@"user.userId")\nWHEN @"totalAmount" >', /Line 2, column \d+/],
    ['RETURN Approve()', /Line 1, column 1/],
    ['DO Assessment.SendLabel(@eventId, "Fraud", "x")', /Line 1, column \d+/],
    [`${notify}; ${notify}`, /Line 1, column 1: An action is one statement/],
  ])('is refused with line and column: %s', async (text, message) => {
    const { status, json } = await configure(text)
    expect(status).toBe(422)
    expect(json.details.issues).toContainEqual({
      path: ['configuration', 'queueDecisions', 1, 'fqlAction'],
      message: expect.stringMatching(message) as string,
    })
  })

  it('[S31] fails ten times without undoing the decision; then a manager can try again', async () => {
    await configure(notify)
    answer = { kind: 'answer', status: 500, text: 'broken' }
    await reject()
    bench.at('09:05:10')
    const pauses = await deliverAll()
    expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 1440])
    expect((await followUps())?.map(({ kind, state, attempts }) => [kind, state, attempts]).sort()).toEqual([
      ['action', 'failed', 10],
      ['status', 'delivered', 1],
    ])
    expect((await kinds())[0]).toBe('follow-up-failed')
    expect((await bench.onCase<Case>('Max', 'P-1001', '')).json.state).toBe('Decided')
    expect((await bench.onCase('Ana', 'P-1001', '/follow-ups/retry')).status).toBe(403)
    answer = { kind: 'answer', status: 200, text: '{"ok":true}' }
    expect((await bench.onCase('Max', 'P-1001', '/follow-ups/retry')).status).toBe(200)
    bench.at(new Date(bench.now().getTime() + 24 * 3_600_000))
    await bench.deliver()
    expect((await followUps())?.every(({ state }) => state === 'delivered')).toBe(true)
  })
})

it('a slow target holds neither a transaction, nor other effects, nor other calls', async () => {
  await configure(notify)
  await bench.send({ id: 'P-1002', amount: 1500, userId: 'u-2' })
  const { promise, resolve } = Promise.withResolvers<undefined>()
  wait = promise.then(() => undefined)
  bench.at('09:12')
  await reject()
  bench.at('09:12:10')
  const { db } = bench.store
  await bench.tick()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  // Nothing is locked while the target is silent, and what else follows has been delivered.
  const rows = await db
    .transaction()
    .execute(trx =>
      trx
        .selectFrom('case_follow_up')
        .select(['kind', 'delivered_at'])
        .where('kind', '!=', 'trace')
        .forUpdate()
        .noWait()
        .execute(),
    )
  expect(rows.map(({ kind, delivered_at }) => [kind, delivered_at !== null]).sort()).toEqual([
    ['action', false],
    ['status', true],
  ])
  await reject('P-1002')
  bench.at('09:12:20')
  await bench.tick()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  // Whoever looks meanwhile does not make the call again.
  await bench.tick()
  expect(sent).toHaveLength(2)
  expect(await bench.onCase('Ana', 'P-1001', '/undo')).toMatchObject({ code: 'case.undoExpired' })
  resolve(undefined)
  await vi.waitFor(async () => expect((await followUps())?.every(({ state }) => state === 'delivered')).toBe(true))
})

it('a call whose process has ended is made again after its lease', async () => {
  await configure(notify)
  const { promise, resolve } = Promise.withResolvers<undefined>()
  wait = promise.then(() => undefined)
  await reject()
  bench.at('09:05:10')
  await bench.tick()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  bench.at('09:08')
  wait = Promise.resolve()
  await bench.deliver()
  expect(sent).toHaveLength(2)
  expect((await followUps())?.map(({ kind, state, attempts }) => [kind, state, attempts])).toContainEqual([
    'action',
    'delivered',
    2,
  ])
  // The late failure of the first attempt changes nothing.
  answer = { kind: 'answer', status: 500, text: 'late' }
  resolve(undefined)
  await bench.settle()
  expect((await followUps())?.every(({ state }) => state === 'delivered')).toBe(true)
})

it('[S48] a decision that is removed while somebody decides is refused as unknown, and a default action stays', async () => {
  await configure(notify)
  const queue = await bench.queue('High Value', { defaultAction: 'Reject' })
  await bench.route('R1', 'ROUTETO Queue("High Value") WHEN @"purchase.request.totalAmount" > 2000')
  const { json } = await bench.onCase('Ana', 'P-1001', '/lock', {})
  const without = (name: string, baseVersion: number) =>
    bench.call('Pia', 'PUT', `${caseIds.root}/casemanagement/configuration/purchase`, {
      baseVersion,
      configuration: {
        queueDecisions: [
          { ...decision, name: 'Approve' },
          { ...decision, name, caseAction: 'Reject', reasons: ['Abuse'] },
        ],
        defaultDecisionName: 'Approve',
      },
    })
  expect(await without('Confirm fraud', 1)).toMatchObject({ status: 409, json: { code: 'decision.used' } })
  await bench.store.db.deleteFrom('case_queue').where('id', '=', queue).execute()
  expect((await without('Confirm fraud', 1)).status).toBe(200)
  const choice = { decision: 'Reject', reason: 'Abuse', leaseToken: json.own.leaseToken }
  const refused = await bench.onCase('Ana', 'P-1001', '/decision', choice)
  expect(refused.json).toMatchObject({ details: { issues: [{ path: ['decision'], code: 'decision.unknown' }] } })
  expect((await bench.onCase<Case>('Ana', 'P-1001', '')).json.decisions.map(({ name }) => name)).toEqual([
    'Approve',
    'Confirm fraud',
  ])
})

describe('a status of the merchant while a case waits', () => {
  it.each([
    [true, 'Approved', { state: 'Decided', outcome: { decision: 'Approve', via: 'External', by: null } }],
    [true, 'Failed', { state: 'Decided', outcome: { decision: 'Reject', via: 'External', by: null } }],
    [true, 'Pending', { state: 'Pending', outcome: null }],
    [false, 'Approved', { state: 'Pending', outcome: null, merchantStatus: { statusType: 'Approved' } }],
  ] as const)('[T19] closes it when the queue says so (%s, %s)', async (closeOnStatus, statusType, expected) => {
    await bench.queue('Closing', { closeOnStatus })
    await bench.route('R1', 'ROUTETO Queue("Closing") WHEN @"purchase.request.totalAmount" == 3000')
    bench.at('09:06')
    await bench.send({ id: 'P-3', amount: 3000 })
    bench.at('09:12')
    await bench.sendStatus('P-3', statusType)
    await bench.tick()
    await bench.closeDecided()
    expect((await bench.onCase<Case>('Max', 'P-3', '')).json).toMatchObject(expected)
    await bench.deliver()
    const statuses = await bench.store.db
      .selectFrom('data_event')
      .select('event_type')
      .where('subject_id', '=', 'P-3')
      .execute()
    expect(statuses).toHaveLength(1)
  })
})
