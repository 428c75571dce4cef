import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Case, CaseEvent, Queue } from '../../../contract/index.ts'
import { dropLostPeople } from '../clock/drop-lost-people.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../testing/case-bench.ts'

let bench: CaseBench
const id = (name: string) => bench.people[name] ?? ''
const queuesPath = `${caseIds.root}/casemanagement/queues`
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(() => resetCaseBench(bench))

const approval = { decision: 'Approve', reason: 'Verified customer' }
const rejection = { decision: 'Reject', reason: 'Abuse' }
/** Routes every purchase to a queue, and sends these at once. */
async function cases(settings: Parameters<CaseBench['queue']>[1], ...sent: Parameters<CaseBench['send']>[0][]) {
  const queue = await bench.queue('Watched', settings)
  await bench.route('R1', 'ROUTETO Queue("Watched") WHEN @"purchase.request.totalAmount" > 0')
  for (const event of sent) await bench.send(event)
  bench.at('09:06')
  return queue
}
const lock = async (as: string, caseId: string) => (await bench.onCase(as, caseId, '/lock', {})).json
const leased = async (as: string, caseId: string, operation: string, body: object = {}) => {
  const { json } = await bench.onCase(as, caseId, '')
  return bench.onCase(as, caseId, operation, { leaseToken: json.own.leaseToken ?? caseIds.root, ...body })
}
const caseOf = async (caseId: string, as = 'Max') => (await bench.onCase(as, caseId, '')).json
const audits = (operation: string) =>
  bench.store.db
    .selectFrom('audit_log')
    .select(['resource_type', 'resource_name', 'before', 'after'])
    .where('operation', '=', operation)
    .execute()
const noticesOf = async (name: string) =>
  (await bench.store.db.selectFrom('notification').select('event').where('user_id', '=', id(name)).execute()).map(
    ({ event }) => event,
  )
const removeRole = (name: string) =>
  bench.store.db.deleteFrom('role_assignment').where('principal_id', '=', id(name)).returningAll().executeTakeFirst()
const giveBack = (row: Awaited<ReturnType<typeof removeRole>>) =>
  row === undefined ? undefined : bench.store.db.insertInto('role_assignment').values(row).execute()

describe('who loses the queue or the role', () => {
  it('loses the review within a minute, and the next write is forbidden', async () => {
    const queue = await cases({ restrictToAssignees: true, assignedUsers: [id('Ana'), id('Ben')] }, { id: 'P-1' })
    const own = await lock('Ana', 'P-1')
    const { json } = await bench.call<Queue>('Max', 'GET', `${queuesPath}/${queue}`)
    await bench.call('Max', 'PUT', `${queuesPath}/${queue}/users`, {
      baseVersion: json.version,
      assignedUsers: [id('Ben')],
    })
    const decision = { leaseToken: own.own.leaseToken, ...approval }
    expect((await bench.onCase('Ana', 'P-1', '/decision', decision)).status).toBe(403)
    expect(await bench.releaseLost()).toBe(1)
    expect((await caseOf('P-1')).state).toBe('Pending')
    expect((await bench.onCase('Ana', 'P-1', '/decision', decision)).status).toBe(403)
    expect((await bench.onCase('Sofia', 'P-1', '/lock', {})).status).toBe(404)
    expect(await audits('Requeue')).toMatchObject([
      { resource_type: 'Case', resource_name: 'P-1', before: { owner: 'Ana' }, after: { cause: 'queueLost' } },
    ])
  })

  it('leaves the queues, managers step in, and others can go on changing them', async () => {
    const queue = await cases(
      { assignedUsers: [id('Ana'), id('Ben')], supervisors: [id('Sofia')], escalation: true },
      { id: 'P-1' },
    )
    await lock('Ben', 'P-1')
    const [ana, sofia] = [await removeRole('Ana'), await removeRole('Sofia')]
    const services = {
      ports: { db: bench.store.db, clock: bench.now, newId: () => crypto.randomUUID() },
      live: bench.live,
    }
    expect(await dropLostPeople({ ...services, engine: bench.engine })).toBe(1)
    expect(await dropLostPeople({ ...services, engine: bench.engine })).toBe(0)
    const { json } = await bench.call<Queue>('Max', 'GET', `${queuesPath}/${queue}`)
    expect(json).toMatchObject({ assignedUsers: [{ name: 'Ben' }], supervisors: [], version: 2, updatedBy: 'Assay' })
    expect(await audits('Update')).toMatchObject([{ resource_type: 'CaseManagementQueue', resource_name: 'Watched' }])
    expect((await leased('Ben', 'P-1', '/escalate', { reason: 'Odd' })).json.escalated).toBe(true)
    expect((await lock('Max', 'P-1')).state).toBe('InReview')
    await giveBack(ana)
    await giveBack(sofia)
  })

  it('loses a reservation, too', async () => {
    await cases({}, { id: 'P-1' })
    await bench.onCase('Max', 'P-1', '/assign', { userId: id('Ana') })
    const ana = await removeRole('Ana')
    await bench.releaseLost()
    expect((await caseOf('P-1')).assignee).toBeNull()
    await giveBack(ana)
  })
})

describe('a queue that is deleted', () => {
  it('ends reviews, holds and escalations, tells their people, and says why in the notes', async () => {
    const queue = await cases(
      { supervisors: [id('Sofia')], escalation: true, hold: true },
      { id: 'P-review' },
      { id: 'P-hold' },
      { id: 'P-escalated' },
      { id: 'P-waiting' },
    )
    await bench.store.db.deleteFrom('rule').where('type', '=', 'routing').execute()
    await bench.engine.reloadRules()
    await lock('Ben', 'P-hold')
    await leased('Ben', 'P-hold', '/hold', { until: '2025-03-03T12:00:00.000Z', reason: 'Call' })
    await lock('Ben', 'P-escalated')
    await leased('Ben', 'P-escalated', '/escalate', { reason: 'Odd' })
    await lock('Ana', 'P-review')
    const { json } = await bench.call<Queue>('Max', 'GET', `${queuesPath}/general`)
    const removed = await bench.call('Max', 'DELETE', `${queuesPath}/${queue}`, {
      moveTo: json.id,
      baseVersion: 1,
    })
    expect(removed.status).toBe(204)
    expect((await bench.list('Max', 'general')).toSorted()).toEqual(['P-escalated', 'P-hold', 'P-review', 'P-waiting'])
    expect(await noticesOf('Ana')).toEqual(['LockReleased'])
    expect(await noticesOf('Ben')).toEqual(['LockReleased'])
    const notes = await bench.store.db.selectFrom('note').select(['event_id', 'system_event']).execute()
    expect(
      notes
        .filter(note => note.system_event === 'queueDeleted')
        .map(note => note.event_id)
        .toSorted(),
    ).toEqual(['P-escalated', 'P-hold', 'P-review'])
    expect(await audits('Requeue')).toMatchObject([{ after: { cause: 'queueDeleted' } }])
    expect((await bench.onCase('Ana', 'P-review', '/decision', { leaseToken: caseIds.root, ...approval })).code).toBe(
      'lock.lost',
    )
  })

  it('leaves a dispute to a third person, and cases before the queue to General', async () => {
    const queue = await cases(
      { supervisors: [id('Sofia')], fourEyes: { amountUsd: 0, decisions: [], randomPercent: 0, blind: false } },
      { id: 'P-disputed' },
    )
    await lock('Ana', 'P-disputed')
    await leased('Ana', 'P-disputed', '/decision', approval)
    await bench.onCase('Sofia', 'P-disputed', '/approval', rejection)
    await bench.send({ id: 'P-held' })
    await bench.store.db.deleteFrom('rule').where('type', '=', 'routing').execute()
    await bench.engine.reloadRules()
    const other = await bench.queue('Other', { supervisors: [id('Sofia')] })
    const removed = await bench.call('Max', 'DELETE', `${queuesPath}/${queue}`, { moveTo: other, baseVersion: 1 })
    expect(removed.status).toBe(204)
    expect((await bench.onCase('Ana', 'P-disputed', '/lock', {})).code).toBe('case.escalated')
    expect((await bench.onCase('Sofia', 'P-disputed', '/lock', {})).code).toBe('case.escalated')
    expect((await bench.onCase('Ben', 'P-disputed', '/lock', {})).code).toBe('case.escalated')
    bench.at('09:12')
    expect(await bench.list('Max', 'general')).toEqual(['P-held'])
    await lock('Max', 'P-disputed')
    expect((await leased('Max', 'P-disputed', '/decision', rejection)).json).toMatchObject({
      state: 'Decided',
      queueName: 'Other',
    })
  })
})

describe('who may decide', () => {
  it('a person who is the customer neither approves, decides in bulk, reserves nor corrects', async () => {
    await bench.option({ corrections: true })
    await cases(
      { supervisors: [id('Sofia')], fourEyes: { amountUsd: 100, decisions: [], randomPercent: 0, blind: false } },
      { id: 'P-1', email: 'Max@Contoso.example' },
      { id: 'P-2', userId: id('Max') },
    )
    await lock('Ana', 'P-1')
    await leased('Ana', 'P-1', '/decision', approval)
    expect((await caseOf('P-1')).own.mayApprove).toBe(false)
    expect((await bench.onCase('Max', 'P-1', '/approval', approval)).code).toBe('case.conflictOfInterest')
    expect((await bench.onCase('Max', 'P-2', '/lock', {})).code).toBe('case.conflictOfInterest')
    expect((await bench.onCase('Max', 'P-2', '/assign', { userId: id('Max') })).code).toBe('case.conflictOfInterest')
    const refs = [{ environmentId: caseIds.root, eventType: 'purchase', id: 'P-2' }]
    const bulk = await bench.call('Max', 'POST', `${caseIds.root}/casemanagement/bulk-decisions`, {
      cases: refs,
      ...approval,
    })
    expect(bulk.json).toMatchObject([{ result: 'case.forbidden' }])
    await bench.onCase('Sofia', 'P-1', '/approval', approval)
    expect((await caseOf('P-1')).own.mayCorrect).toBe(false)
    expect((await bench.onCase('Max', 'P-1', '/correction', rejection)).code).toBe('case.conflictOfInterest')
  })

  it('two persons who disagreed stay out of it, after a transfer as well', async () => {
    await cases(
      { supervisors: [id('Sofia')], fourEyes: { amountUsd: 100, decisions: [], randomPercent: 0, blind: false } },
      { id: 'P-1' },
    )
    const other = await bench.queue('Other')
    await lock('Ana', 'P-1')
    await leased('Ana', 'P-1', '/decision', approval)
    await bench.onCase('Sofia', 'P-1', '/approval', rejection)
    await bench.onCase('Max', 'P-1', '/transfer', { queueId: other, comment: 'Theirs' })
    expect((await bench.onCase('Ana', 'P-1', '/lock', {})).code).toBe('case.escalated')
    expect(await bench.next('Ana', other)).toBeNull()
    await lock('Max', 'P-1')
    expect((await leased('Max', 'P-1', '/decision', rejection)).json.state).toBe('Decided')
  })

  it('a decision on an escalated case that is taken back leaves it escalated', async () => {
    await cases({ supervisors: [id('Sofia')], escalation: true }, { id: 'P-1' })
    await lock('Ana', 'P-1')
    await leased('Ana', 'P-1', '/escalate', { reason: 'Odd' })
    await lock('Sofia', 'P-1')
    await leased('Sofia', 'P-1', '/decision', approval)
    expect((await bench.onCase('Sofia', 'P-1', '/undo', {})).json).toMatchObject({ state: 'InReview', escalated: true })
    await leased('Sofia', 'P-1', '/sendback')
    expect((await bench.onCase('Ana', 'P-1', '/lock', {})).code).toBe('case.escalated')
  })

  it('a case that was sent back three times goes to managers where a queue has no supervisors', async () => {
    await bench.send({ id: 'P-1' })
    bench.at('09:06')
    for (const name of ['Ana', 'Ben', 'Sofia']) {
      await lock(name, 'P-1')
      await leased(name, 'P-1', '/sendback')
    }
    expect(await caseOf('P-1')).toMatchObject({ state: 'Pending', escalated: true, queueName: 'General' })
    expect((await lock('Max', 'P-1')).state).toBe('InReview')
  })

  it('the order of a restricted queue cannot be passed by reserving a case', async () => {
    await cases(
      { sequence: 'Restricted', orderBy: 'amountUsd', direction: 'descending' },
      { id: 'P-1', amount: 90 },
      { id: 'P-2', amount: 80 },
    )
    expect((await bench.onCase('Ana', 'P-2', '/assign', { userId: id('Ana') })).code).toBe('queue.restricted')
    expect((await bench.onCase('Ana', 'P-1', '/assign', { userId: id('Ana') })).status).toBe(200)
    expect((await bench.onCase('Max', 'P-2', '/assign', { userId: id('Ben') })).status).toBe(200)
    expect((await lock('Ben', 'P-2')).state).toBe('InReview')
  })

  it('a case is not reserved for somebody who could not review it', async () => {
    await cases({ restrictToAssignees: true, assignedUsers: [id('Ana')], supervisors: [id('Sofia')] }, { id: 'P-1' })
    for (const name of ['Ben', 'Vera'])
      expect(await bench.onCase('Max', 'P-1', '/assign', { userId: id(name) })).toMatchObject({
        status: 422,
        json: { details: { issues: [{ path: ['userId'] }] } },
      })
    expect((await bench.onCase('Max', 'P-1', '/assign', { userId: id('Sofia') })).status).toBe(200)
  })

  it('a case does not move to a queue that its reviewer does not see', async () => {
    await cases({}, { id: 'P-1' })
    const closed = await bench.queue('Closed', { restrictToAssignees: true, assignedUsers: [id('Ben')] })
    await lock('Ana', 'P-1')
    expect((await leased('Ana', 'P-1', '/transfer', { queueId: closed, comment: 'Theirs' })).status).toBe(404)
    expect((await caseOf('P-1')).state).toBe('InReview')
    const { own } = await caseOf('P-1', 'Ana')
    const body = { leaseToken: own.leaseToken, queueId: closed, comment: 'Theirs' }
    expect((await bench.onCase('Ben', 'P-1', '/transfer', body)).code).toBe('lock.lost')
    await bench.onCase('Max', 'P-1', '/force-release', {})
    expect((await bench.onCase('Max', 'P-1', '/transfer', { queueId: closed, comment: 'Theirs' })).status).toBe(200)
  })

  it('approvals of queues that are closed to a senior analyst are no work of hers', async () => {
    await cases(
      {
        restrictToAssignees: true,
        assignedUsers: [id('Ana')],
        fourEyes: { amountUsd: 1, decisions: [], randomPercent: 0, blind: false },
      },
      { id: 'P-1' },
    )
    await lock('Ana', 'P-1')
    await leased('Ana', 'P-1', '/decision', approval)
    const unfinished = (as: string) =>
      bench.call<{ approvals: Case[] }>(as, 'GET', `${caseIds.root}/casemanagement/unfinished`)
    expect((await unfinished('Sofia')).json.approvals).toEqual([])
    expect((await unfinished('Max')).json.approvals).toMatchObject([{ externalId: 'P-1' }])
  })

  it('the first decision ends the reservation of the case', async () => {
    await cases({ fourEyes: { amountUsd: 1, decisions: [], randomPercent: 0, blind: false } }, { id: 'P-1' })
    await bench.onCase('Ana', 'P-1', '/assign', { userId: id('Ana') })
    const refs = [{ environmentId: caseIds.root, eventType: 'purchase', id: 'P-1' }]
    await bench.call('Ana', 'POST', `${caseIds.root}/casemanagement/bulk-decisions`, { cases: refs, ...approval })
    expect(await caseOf('P-1')).toMatchObject({ state: 'AwaitingApproval', assignee: null })
    await bench.onCase('Sofia', 'P-1', '/approval', rejection)
    bench.at('10:30')
    const { json } = await bench.onCase<CaseEvent[]>('Max', 'P-1', '/history')
    expect(json.map(({ kind }) => kind)[0]).toBe('disagreed')
  })
})
