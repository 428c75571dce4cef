import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Case, CaseEvent } from '../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from './testing/case-bench.ts'

let bench: CaseBench
let highValue = ''
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
    assignedUsers: [bench.people['Ana'] ?? '', bench.people['Ben'] ?? ''],
    supervisors: [bench.people['Sofia'] ?? ''],
    escalation: true,
    hold: true,
  })
  await bench.route('R1', 'ROUTETO Queue("High Value Orders") WHEN @"purchase.request.totalAmount" > 1000')
  await bench.send({ id: 'P-1001', amount: 2500, userId: 'u-1', instrument: 'pi-1', device: 'd-1' })
  await bench.send({ id: 'P-1002', amount: 1800, userId: 'u-2', instrument: 'pi-1', device: 'd-2' })
  bench.at('09:05:01')
})

const lease = (found: Case | null) => found?.own.leaseToken ?? ''
const approval = { decision: 'Approve', reason: 'Verified customer', note: 'called' }
const decide = async (as: string, id: string, choice: object = approval, key?: string) => {
  const { json } = await bench.onCase(as, id, '')
  return bench.onCase(as, id, '/decision', { leaseToken: lease(json), ...choice }, key)
}
const statuses = async (id = 'P-1001') =>
  (
    await bench.store.db
      .selectFrom('data_event')
      .select('body')
      .where('subject_id', '=', id)
      .where('event_type', '=', 'purchasestatus')
      .execute()
  ).map(row => row.body)
const labels = () => bench.store.db.selectFrom('event_label').select(['object_id', 'is_fraud', 'body']).execute()
const traces = async () =>
  (await bench.store.db.selectFrom('case_follow_up').select('payload').where('kind', '=', 'trace').execute()).map(
    row => row.payload,
  )
const stateOf = async (id = 'P-1001') => (await bench.onCase('Max', id, '')).json.state
const kindsOf = async (id = 'P-1001') =>
  (await bench.onCase<CaseEvent[]>('Max', id, '/history')).json.map(({ kind }) => kind)
async function configure(decisions: object[], defaultDecisionName = 'Approve', baseVersion = 0) {
  return bench.call('Pia', 'PUT', `${caseIds.root}/casemanagement/configuration/purchase`, {
    baseVersion,
    configuration: { queueDecisions: decisions, defaultDecisionName },
  })
}
const approveDecision = {
  name: 'Approve',
  caseAction: 'Approve',
  labelAction: 'None',
  reasons: ['Low risk'],
  buttonSentiment: 'Positive',
}
const rejectDecision = {
  ...approveDecision,
  name: 'Reject',
  caseAction: 'Reject',
  reasons: ['Abuse', 'Compromised account'],
}

describe('a decision', () => {
  it('sets the status of the event after the time to take it back, and sends one trace message', async () => {
    await bench.next('Ana', highValue)
    const { json } = await decide('Ana', 'P-1001')
    expect(json).toMatchObject({
      state: 'Decided',
      lock: null,
      outcome: { ...approval, via: 'Single', by: { name: 'Ana' }, undoUntil: '2025-03-03T09:05:06.000Z' },
    })
    expect(await bench.deliver()).toBe(0)
    bench.at('09:05:06')
    expect(await bench.deliver()).toBe(1)
    expect(await statuses()).toMatchObject([
      { statusType: 'Approved', reason: 'OfflineManualReview_General', _review: { reason: 'Verified customer' } },
    ])
    expect(await labels()).toEqual([])
    expect(await traces()).toMatchObject([
      {
        name: 'FraudProtection.CaseManagement.Events',
        eventId: 'P-1001',
        queueName: 'High Value Orders',
        decision: 'Approve',
        reason: 'Verified customer',
        reasonNote: 'called',
        agentName: 'Ana',
        status: 'Completed',
        fraudFlag: 'None',
        reviewStartDate: '2025-03-03T09:05:01.000Z',
      },
    ])
    expect((await bench.onCase('Max', 'P-1001', '')).json.outcome?.followUps).toMatchObject([{ state: 'delivered' }])
  })

  it.each([
    ['Compromised account', 'OfflineManualReview_AccountCompromise'],
    ['Business policy violation', 'OfflineManualReview_General'],
    ['Abuse', 'OfflineManualReview_Fraud'],
  ])('the reason %s has the code %s', async (reason, code) => {
    await bench.option({ undoSeconds: 0 })
    await bench.next('Ana', highValue)
    await decide('Ana', 'P-1001', { decision: 'Reject', reason })
    await bench.deliver()
    expect(await statuses()).toMatchObject([{ statusType: 'Rejected', reason: code }])
  })

  it('needs a reason of the decision, and a decision of the configuration', async () => {
    await bench.next('Ana', highValue)
    const missing = await decide('Ana', 'P-1001', { decision: 'Approve' })
    const unknown = await decide('Ana', 'P-1001', { decision: 'Approve', reason: 'Mood' })
    const other = await decide('Ana', 'P-1001', { decision: 'Confirm fraud', reason: 'Ring' })
    expect([missing.status, unknown.status, other.status]).toEqual([400, 422, 422])
    expect(other.json).toMatchObject({ details: { issues: [{ path: ['decision'], code: 'decision.unknown' }] } })
    expect(await stateOf()).toBe('InReview')
  })

  it('[S28] can label the event', async () => {
    await configure([
      approveDecision,
      rejectDecision,
      { ...rejectDecision, name: 'Confirm fraud', labelAction: 'Fraud', reasons: ['Ring'] },
    ])
    await bench.option({ undoSeconds: 0 })
    await bench.next('Ana', highValue)
    expect((await decide('Ana', 'P-1001', { decision: 'Confirm fraud', reason: 'Ring' })).json.state).toBe('Decided')
    await bench.deliver()
    expect(await labels()).toMatchObject([
      { object_id: 'P-1001', is_fraud: true, body: { labelSource: 'ManualReview', reasonText: 'Ring' } },
    ])
    expect(await traces()).toMatchObject([{ fraudFlag: 'Fraud' }])
  })

  it('without an action changes no status', async () => {
    await configure([
      approveDecision,
      rejectDecision,
      { ...approveDecision, name: 'Dismiss', caseAction: 'None', reasons: ['Duplicate'], buttonSentiment: 'Neutral' },
    ])
    await bench.option({ undoSeconds: 0 })
    await bench.next('Ana', highValue)
    await decide('Ana', 'P-1001', { decision: 'Dismiss', reason: 'Duplicate' })
    await bench.deliver()
    expect([await stateOf(), await statuses()]).toEqual(['Decided', []])
  })

  it('is made once, however often it is sent', async () => {
    await bench.option({ undoSeconds: 0 })
    const { json: found } = await bench.onCase('Ana', 'P-1001', '/lock', {})
    const choice = { leaseToken: lease(found), ...approval }
    const key = 'one-dialog-one-key'
    const answers = await Promise.all([
      bench.onCase('Ana', 'P-1001', '/decision', choice, key),
      bench.onCase('Ana', 'P-1001', '/decision', choice, key),
    ])
    answers.push(await bench.onCase('Ana', 'P-1001', '/decision', choice, key))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ json }) => JSON.stringify(json.outcome?.at))).size).toBe(1)
    await bench.deliver()
    expect([(await statuses()).length, (await traces()).length]).toEqual([1, 1])
  })

  it('waits for the checklist of its queue', async () => {
    const id = '40000000-0000-4000-8000-000000000001'
    const listed = await bench.queue('Listed', { checklist: [{ id, label: 'Phone called?', kind: 'yesNo' }] })
    await bench.route('R2', 'ROUTETO Queue("Listed") WHEN @"purchase.request.totalAmount" == 5')
    await bench.send({ id: 'P-5', amount: 5 })
    bench.at('09:20')
    const found = await bench.next('Ana', listed)
    const early = await decide('Ana', 'P-5')
    expect([early.status, early.json]).toMatchObject([
      422,
      { details: { issues: [{ path: ['checklist', id], code: 'checklist.incomplete' }] } },
    ])
    await bench.call('Ana', 'PUT', `${caseIds.root}/casemanagement/cases/purchase/P-5/checklist`, {
      leaseToken: lease(found),
      answers: { [id]: 'yes' },
    })
    expect((await decide('Ana', 'P-5')).status).toBe(200)
  })
})

describe('the notes of the event', () => {
  it('report the steps of people to everybody who sees the event, with what they wrote', async () => {
    const found = await bench.next('Ana', highValue)
    await bench.call('Ana', 'PUT', `${caseIds.root}/casemanagement/cases/purchase/P-1001/tags`, {
      tags: ['ring', 'gift card'],
      baseVersion: found?.version,
    })
    await decide('Ana', 'P-1001')
    const { json } = await bench.call<{ threads: { system: object | null; text: string; author: { name: string } }[] }>(
      'Sam',
      'GET',
      `${caseIds.root}/events/purchase/P-1001/notes`,
    )
    expect(json.threads).toMatchObject([
      {
        system: { event: 'decided', params: { decision: 'Approve', reason: 'Verified customer' } },
        text: 'called',
        author: { name: 'Ana' },
      },
      { system: { event: 'tagsChanged', params: { added: 'ring, gift card', removed: '' } } },
    ])
  })
})

describe('taking a decision back', () => {
  it('returns the review to the person before any effect has left', async () => {
    await bench.next('Ana', highValue)
    await decide('Ana', 'P-1001', { decision: 'Reject', reason: 'Abuse' })
    bench.at('09:05:05')
    expect((await bench.onCase('Ben', 'P-1001', '/undo', {})).code).toBe('case.alreadyDecided')
    const { json } = await bench.onCase('Ana', 'P-1001', '/undo', {})
    expect(json).toMatchObject({ state: 'InReview', outcome: null, lock: { owner: { name: 'Ana' } } })
    bench.at('09:06')
    expect([await bench.deliver(), await statuses(), await traces()]).toEqual([0, [], []])
    expect(await bench.store.db.selectFrom('note').selectAll().execute()).toEqual([])
    expect(await kindsOf()).toEqual(['undone', 'decided', 'locked', 'released-to-queue', 'created'])
    expect((await decide('Ana', 'P-1001')).json.state).toBe('Decided')
  })

  it('is too late when the time is over', async () => {
    await bench.next('Ana', highValue)
    await decide('Ana', 'P-1001')
    bench.at('09:05:06')
    const late = await bench.onCase('Ana', 'P-1001', '/undo', {})
    expect([late.status, late.code, await stateOf()]).toEqual([409, 'case.undoExpired', 'Decided'])
  })
})

describe('time-outs', () => {
  it('a case that nobody decides gets the default action of its queue, without a label', async () => {
    bench.at('17:05:30')
    await bench.tick()
    expect((await bench.onCase('Max', 'P-1001', '')).json.outcome).toMatchObject({
      decision: 'Reject',
      via: 'Timeout',
      reason: 'Timeout',
      by: null,
    })
    expect(await statuses()).toMatchObject([{ statusType: 'Rejected' }])
    expect((await traces())[0]).toMatchObject({ agentId: null, agentName: null, status: 'TimedOut' })
    expect(await labels()).toEqual([])
  })

  it('a review that goes on is overdue and not decided; without a decision the default action follows', async () => {
    bench.at('17:00')
    await bench.onCase('Ana', 'P-1001', '/lock', {})
    bench.at('17:05:01')
    expect((await bench.onCase('Max', 'P-1001', '')).json).toMatchObject({ state: 'InReview', overdue: true })
    bench.at('17:32')
    expect((await bench.onCase('Max', 'P-1001', '')).json.outcome).toMatchObject({ via: 'Timeout' })
    expect((await kindsOf()).slice(0, 2)).toEqual(['timed-out', 'lock-expired'])
  })

  it('a decision in time counts although the case is overdue', async () => {
    bench.at('17:00')
    await bench.onCase('Ana', 'P-1001', '/lock', {})
    bench.at('17:10')
    expect((await decide('Ana', 'P-1001')).json.outcome).toMatchObject({ by: { name: 'Ana' }, via: 'Single' })
  })

  it('time-out and decision at the same moment: one of them counts', async () => {
    bench.at('17:04:59')
    const { json: found } = await bench.onCase('Max', 'P-1001', '/lock', {})
    bench.at('17:37:00')
    const [answer] = await Promise.all([
      bench.onCase('Max', 'P-1001', '/decision', { leaseToken: lease(found), ...approval }),
      bench.tick(),
    ])
    const { json } = await bench.onCase('Max', 'P-1001', '')
    expect([answer.code, json.outcome?.via]).toEqual(['case.alreadyDecided', 'Timeout'])
    expect((await kindsOf('P-1001')).filter(kind => ['decided', 'timed-out'].includes(kind))).toHaveLength(1)
  })

  it('a hold stops the clock, and its owner has the first pick afterwards', async () => {
    bench.at('10:00')
    const found = await bench.next('Ana', highValue)
    await bench.onCase('Ana', 'P-1001', '/hold', {
      leaseToken: lease(found),
      until: '2025-03-03T12:00:00.000Z',
      reason: 'Waits for the bank',
    })
    expect((await bench.onCase('Ben', 'P-1001', '/lock', {})).code).toBe('case.held')
    expect((await bench.onCase('Ben', 'P-1001', '/resume', {})).code).toBe('case.held')
    bench.at('12:00')
    const { json } = await bench.onCase('Ben', 'P-1001', '')
    expect(json).toMatchObject({
      state: 'Pending',
      timeoutAt: '2025-03-03T19:05:00.000Z',
      assignee: { name: 'Ana' },
      assignedUntil: '2025-03-03T12:15:00.000Z',
    })
    expect((await bench.next('Ben', highValue))?.externalId).toBe('P-1002')
    const events = await bench.store.db.selectFrom('notification').select(['event', 'user_id']).execute()
    expect(events).toEqual([{ event: 'HoldEnded', user_id: bench.people['Ana'] }])
    expect((await bench.next('Ana', highValue))?.externalId).toBe('P-1001')
  })

  it('a hold is at most seven days long and has a reason', async () => {
    const found = await bench.next('Ana', highValue)
    const hold = (until: string, reason = 'Bank') =>
      bench.onCase('Ana', 'P-1001', '/hold', { leaseToken: lease(found), until, reason })
    expect((await hold('2025-03-10T09:05:02.000Z')).json).toMatchObject({ details: { issues: [{ path: ['until'] }] } })
    expect((await hold('2025-03-03T09:05:00.000Z')).status).toBe(422)
    expect((await hold('2025-03-04T09:05:00.000Z', ' ')).status).toBe(422)
    expect((await hold('2025-03-10T09:05:01.000Z')).status).toBe(200)
  })
})

describe('other people', () => {
  it('an escalated case belongs to supervisors and managers', async () => {
    const found = await bench.next('Ana', highValue)
    await bench.onCase('Ana', 'P-1001', '/escalate', { leaseToken: lease(found), reason: 'Ring' })
    expect(await bench.list('Sofia', highValue, 'escalated')).toEqual(['P-1001'])
    expect((await bench.next('Ben', highValue))?.externalId).toBe('P-1002')
    expect((await bench.onCase('Ana', 'P-1001', '/lock', {})).code).toBe('case.escalated')
    await bench.onCase('Sofia', 'P-1001', '/lock', {})
    expect((await decide('Sofia', 'P-1001')).json.outcome?.by?.name).toBe('Sofia')
    expect(await kindsOf()).toEqual(expect.arrayContaining(['escalated', 'decided']))
  })

  it('a transfer starts the clocks of the other queue and keeps the earlier time-out', async () => {
    const other = await bench.queue('Slow', {
      timeoutMinutes: 1440,
      sla: { firstTouchMinutes: 30, resolutionMinutes: null },
    })
    const found = await bench.next('Ana', highValue)
    bench.at('10:00')
    const again = await bench.onCase('Ana', 'P-1001', '/transfer', {
      leaseToken: (await bench.onCase('Ana', 'P-1001', '/lock', {})).json.own.leaseToken,
      queueId: other,
      comment: 'Belongs there',
    })
    expect(found?.queueName).toBe('High Value Orders')
    expect(again.json).toMatchObject({
      state: 'Pending',
      queueName: 'Slow',
      enteredQueueAt: '2025-03-03T10:00:00.000Z',
      timeoutAt: '2025-03-03T17:05:00.000Z',
      slaFirstTouchAt: '2025-03-03T10:30:00.000Z',
    })
    const moved = await bench.onCase('Max', 'P-1001', '/transfer', { queueId: highValue, comment: 'Back' })
    expect(moved.json.queueName).toBe('High Value Orders')
    expect((await bench.onCase('Ben', 'P-1001', '/transfer', { queueId: other, comment: 'No' })).status).toBe(410)
  })

  it('a manager reserves a case for a reviewer, for an hour', async () => {
    const { Ben: ben = '', Sam: sam = '' } = bench.people
    expect((await bench.onCase('Max', 'P-1002', '/assign', { userId: sam })).status).toBe(422)
    await bench.onCase('Max', 'P-1001', '/assign', { userId: ben })
    expect((await bench.next('Ana', highValue))?.externalId).toBe('P-1002')
    expect((await bench.onCase('Ana', 'P-1001', '/assign', { userId: null })).status).toBe(403)
    bench.at('10:05:01')
    expect((await bench.onCase('Max', 'P-1001', '')).json.assignee).toBe(null)
  })
})

describe('a second person', () => {
  beforeEach(async () => {
    await bench.store.db.deleteFrom('case_queue').where('kind', '=', 'User').execute()
    highValue = await bench.queue('High Value Orders', {
      supervisors: [bench.people['Sofia'] ?? ''],
      timeoutMinutes: 480,
      fourEyes: { amountUsd: 200_000, decisions: [], randomPercent: 0, blind: true },
    })
    await bench.send({ id: 'P-2001', amount: 2500 })
    bench.at('09:15')
    await bench.onCase('Ana', 'P-2001', '/lock', {})
    await decide('Ana', 'P-2001')
  })

  it('[S36] agrees, and both names are recorded', async () => {
    expect(await stateOf('P-2001')).toBe('AwaitingApproval')
    expect((await bench.onCase('Ana', 'P-2001', '/approval', approval)).status).toBe(403)
    expect((await bench.onCase('Ben', 'P-2001', '/approval', approval)).status).toBe(403)
    expect((await bench.onCase('Sofia', 'P-2001', '')).json).toMatchObject({
      approval: { requestedBy: { name: 'Ana' }, choice: null },
      own: { mayApprove: true },
    })
    const { json } = await bench.onCase('Sofia', 'P-2001', '/approval', { decision: 'Approve', reason: 'Low risk' })
    expect(json.outcome).toMatchObject({
      via: 'Approval',
      by: { name: 'Ana' },
      approvedBy: { name: 'Sofia' },
      reason: 'Verified customer',
    })
    await bench.deliver()
    expect(await statuses('P-2001')).toMatchObject([{ statusType: 'Approved' }])
  })

  it('[S36] disagrees: a third one decides', async () => {
    await bench.onCase('Sofia', 'P-2001', '/approval', { decision: 'Reject', reason: 'Abuse' })
    await bench.deliver()
    expect(await statuses('P-2001')).toEqual([])
    expect((await bench.onCase('Sofia', 'P-2001', '/lock', {})).code).toBe('case.escalated')
    await bench.onCase('Max', 'P-2001', '/lock', {})
    expect((await decide('Max', 'P-2001', { decision: 'Reject', reason: 'Abuse' })).json).toMatchObject({
      state: 'Decided',
      outcome: { by: { name: 'Max' } },
    })
  })

  it('is not needed after the first one withdraws', async () => {
    expect((await bench.onCase('Ben', 'P-2001', '/approval/withdraw', {})).status).toBe(403)
    expect((await bench.onCase('Ana', 'P-2001', '/approval/withdraw', {})).json).toMatchObject({
      state: 'Pending',
      assignee: { name: 'Ana' },
    })
  })
})

describe('corrections', () => {
  it('are off unless the tenant allows them, and for managers', async () => {
    await bench.next('Ana', highValue)
    await decide('Ana', 'P-1001')
    const correction = { decision: 'Reject', reason: 'Abuse' }
    expect((await bench.onCase('Max', 'P-1001', '/correction', correction)).code).toBe('correction.off')
    await bench.option({ corrections: true })
    expect((await bench.onCase('Ana', 'P-1001', '/correction', correction)).status).toBe(403)
    bench.at('10:00')
    await bench.deliver()
    const { json } = await bench.onCase('Max', 'P-1001', '/correction', correction)
    expect(json.outcome).toMatchObject({ decision: 'Reject', corrected: true, by: { name: 'Max' } })
    await bench.deliver()
    expect((await statuses()).map(body => body['statusType']).toSorted()).toEqual(['Approved', 'Rejected'])
    expect((await traces()).map(message => message['status']).toSorted()).toEqual(['Completed', 'Corrected'])
    bench.at(new Date('2025-03-04T09:05:02.000Z'))
    expect((await bench.onCase('Max', 'P-1001', '/correction', correction)).code).toBe('case.badState')
  })
})

describe('the search', () => {
  it('finds events by the queue, the decision and the person of their case', async () => {
    await bench.next('Ana', highValue)
    await decide('Ana', 'P-1001')
    const found = async (conditions: object[]) => {
      const { json } = await bench.call<{ rows: { externalId: string }[] }>('Sam', 'POST', `${caseIds.root}/search`, {
        eventType: 'purchase',
        filter: { period: 'all', conditions },
        limit: 10,
      })
      return json.rows.map(row => row.externalId)
    }
    const is = (column: string, value: string) => ({ column, op: 'eq', value })
    expect(await found([is('reviewDecision', 'Approve'), is('agentName', 'ana')])).toEqual(['P-1001'])
    expect((await found([is('queueName', 'High Value Orders')])).toSorted()).toEqual(['P-1001', 'P-1002'])
    expect(await found([is('caseState', 'Pending')])).toEqual(['P-1002'])
    expect(await found([{ column: 'reviewNote', op: 'contains', value: 'CALL' }])).toEqual(['P-1001'])
    expect(await found([{ column: 'decidedAt', op: 'null' }, is('queueName', 'High Value Orders')])).toEqual(['P-1002'])
  })
})

describe('the configuration of decisions', () => {
  it('is refused where it makes no sense, naming the path', async () => {
    const refused = async (decisions: object[], name?: string) => {
      const { status, json } = await configure(decisions, name)
      return [status, (json as { details: { issues: { path: unknown[] }[] } }).details.issues[0]?.path.slice(1)]
    }
    expect(await refused([approveDecision])).toEqual([422, ['queueDecisions']])
    expect(await refused([approveDecision, { ...approveDecision, name: 'Other' }])).toEqual([422, ['queueDecisions']])
    expect(await refused([approveDecision, { ...rejectDecision, reasons: [] }])).toEqual([
      422,
      ['queueDecisions', 1, 'reasons'],
    ])
    expect(await refused([approveDecision, rejectDecision], 'None')).toEqual([422, ['defaultDecisionName']])
    // Nothing that was sent is lost silently.
    expect(await refused([approveDecision, { ...rejectDecision, colour: 'red' }])).toEqual([400, ['queueDecisions', 1]])
    expect((await configure([approveDecision, { ...rejectDecision, name: 'Deny' }])).code).toBe('decision.used')
    const { json } = await bench.call('Ana', 'GET', `${caseIds.root}/casemanagement/decisions/purchase`)
    expect(json).toMatchObject({
      defaultDecisionName: 'Approve',
      queueDecisions: [{ name: 'Approve' }, { name: 'Reject' }],
    })
    expect((await bench.call('Ana', 'PUT', `${caseIds.root}/casemanagement/configuration/purchase`, {})).status).toBe(
      400,
    )
  })
})
