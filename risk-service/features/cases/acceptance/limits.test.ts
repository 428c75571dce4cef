import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Case, Queue } from '../../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../testing/case-bench.ts'

let bench: CaseBench
let queue = ''
const id = (name: string) => bench.people[name] ?? ''
const queuesPath = `${caseIds.root}/casemanagement/queues`
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  queue = await bench.queue('Watched', {
    supervisors: [id('Sofia')],
    escalation: true,
    hold: true,
    timeoutMinutes: 600,
  })
  await bench.route('R1', 'ROUTETO Queue("Watched") WHEN @"purchase.request.totalAmount" > 0')
  await bench.send({ id: 'P-1' })
  bench.at('09:10')
})

const approval = { decision: 'Approve', reason: 'Verified customer' }
const lock = async (as: string, caseId = 'P-1') => (await bench.onCase(as, caseId, '/lock', {})).json
const leased = async (as: string, operation: string, body: object = {}, caseId = 'P-1') => {
  const { json } = await bench.onCase(as, caseId, '')
  return bench.onCase(as, caseId, operation, { leaseToken: json.own.leaseToken ?? caseIds.root, ...body })
}
const caseOf = async (caseId = 'P-1', as = 'Max') => (await bench.onCase(as, caseId, '')).json
const moment = (time: string) => bench.at(new Date(`2025-03-03T${time}Z`))
const pathsOf = (answer: { json: unknown }) =>
  (answer.json as { details: { issues: { path: unknown[] }[] } }).details.issues.map(({ path }) => path.join('.'))

describe('to the millisecond', () => {
  it.each([
    ['09:41:59.999', 'Decided'],
    ['09:42:00.000', 'Pending'],
  ])('a review of half an hour and two minutes, at %s', async (time, state) => {
    await lock('Ana')
    const { json } = await bench.onCase('Ana', 'P-1', '')
    moment(time)
    const answer = await bench.onCase('Ana', 'P-1', '/decision', { leaseToken: json.own.leaseToken, ...approval })
    expect(answer.code).toBe(state === 'Decided' ? undefined : 'lock.lost')
    expect((await caseOf()).state).toBe(state)
  })

  it('an extension counts from the click, in the countdown as well, and a token of before goes on', async () => {
    await bench.option({ countdownSeconds: 30, maxExtensions: 2 })
    const { own } = await lock('Ana')
    moment('09:40:29.999')
    const extend = () => bench.onCase('Ana', 'P-1', '/lock/extend', { leaseToken: own.leaseToken })
    expect((await extend()).json.lock).toMatchObject({
      asksAt: '2025-03-03T10:10:29.999Z',
      expiresAt: '2025-03-03T10:10:59.999Z',
      extensions: 1,
    })
    expect((await extend()).json.lock?.extensions).toBe(2)
    expect(await extend()).toMatchObject({ status: 409, code: 'case.extensionLimit' })
    expect((await caseOf()).lock?.extensions).toBe(2)
  })

  it.each([
    ['10:09:59.999', 'case.lockedByOther'],
    ['10:10:00.000', undefined],
  ])('a reservation of an hour, at %s', async (time, code) => {
    await bench.onCase('Max', 'P-1', '/assign', { userId: id('Ana') })
    moment(time)
    expect((await bench.onCase('Ben', 'P-1', '/lock', {})).code).toBe(code)
  })

  it.each([
    ['11:14:59.999', null],
    ['11:15:00.000', 'P-1'],
  ])('the first pick after a hold, at %s', async (time, next) => {
    await lock('Ana')
    await leased('Ana', '/hold', { until: '2025-03-03T11:00:00.000Z', reason: 'Call' })
    moment('10:59:59.999')
    expect((await caseOf()).state).toBe('OnHold')
    moment('11:00:00.000')
    expect(await caseOf()).toMatchObject({ state: 'Pending', timeoutAt: '2025-03-03T20:55:00.000Z' })
    moment(time)
    expect((await bench.next('Ben', queue))?.externalId ?? null).toBe(next)
  })

  it.each([
    ['09:24:59.999', 'P-2'],
    ['09:25:00.000', 'P-1'],
  ])('who sent a case back, at %s', async (time, next) => {
    await bench.send({ id: 'P-2' })
    await lock('Ana')
    await leased('Ana', '/sendback')
    bench.at('09:16')
    await bench.tick()
    moment(time)
    expect((await bench.next('Ana', queue))?.externalId).toBe(next)
  })

  it.each([
    ['19:04:59.999', 'Pending'],
    ['19:05:00.000', 'Decided'],
  ])('the time-out of the queue, at %s', async (time, state) => {
    moment(time)
    expect((await caseOf()).state).toBe(state)
  })

  it.each([
    ['2025-03-04T09:10:00.000Z', undefined],
    ['2025-03-04T09:10:00.001Z', 'case.badState'],
  ])('a correction, at %s', async (time, code) => {
    await bench.option({ corrections: true, undoSeconds: 0 })
    await lock('Ana')
    await leased('Ana', '/decision', approval)
    bench.at(new Date(time))
    expect((await bench.onCase('Max', 'P-1', '/correction', { decision: 'Reject', reason: 'Abuse' })).code).toBe(code)
  })

  it.each([
    ['2025-03-03T09:10:00.000Z', 422],
    ['2025-03-03T09:10:00.001Z', 200],
    ['2025-03-10T09:10:00.000Z', 200],
    ['2025-03-10T09:10:00.001Z', 422],
  ])('a hold until %s', async (until, status) => {
    await lock('Ana')
    const answer = await leased('Ana', '/hold', { until, reason: 'Call' })
    expect(answer.status).toBe(status)
    if (status === 422) expect(pathsOf(answer)).toEqual(['until'])
  })
})

describe('what is out of range is refused, naming the field', () => {
  const settings = { name: 'New', defaultAction: 'Approve' }
  const create = (changes: object) =>
    bench.call<Queue>('Max', 'PUT', `${queuesPath}/${randomUUID()}`, {
      assessment: 'purchase',
      settings: { ...settings, ...changes },
    })

  it.each([
    [{ timeoutMinutes: 14 }, 'timeoutMinutes'],
    [{ timeoutMinutes: 43_201 }, 'timeoutMinutes'],
    [{ name: '-dash' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ description: 'x'.repeat(501) }, 'description'],
    [{ sampling: 101 }, 'sampling'],
    [{ defaultAction: 'Dismiss' }, 'defaultAction'],
    [{ allowedDecisions: ['Approve'] }, 'allowedDecisions'],
    [{ allowedDecisions: ['Approve', 'Reject', 'Dismiss'] }, 'allowedDecisions.2'],
    [{ fourEyes: { amountUsd: null, decisions: ['Dismiss'], randomPercent: 0, blind: false } }, 'fourEyes.decisions.0'],
    [{ fourEyes: { amountUsd: -1, decisions: [], randomPercent: 0, blind: false } }, 'fourEyes.amountUsd'],
    [{ escalation: true }, 'supervisors'],
    [{ sla: { firstTouchMinutes: 0, resolutionMinutes: null } }, 'sla.firstTouchMinutes'],
    [{ orderBy: 'name' }, 'orderBy'],
  ])('%j', async (changes, field) => {
    const answer = await create(changes)
    expect(answer.status).toBe(422)
    expect(pathsOf(answer)).toEqual([`settings.${field}`])
  })

  it.each([
    [{ timeoutMinutes: 15, name: 'Fünf', description: 'x'.repeat(500) }],
    [{ timeoutMinutes: 43_200, name: '9'.repeat(60) }],
  ])('the ends of the ranges are within: %#', async changes => {
    expect((await create(changes)).status).toBe(201)
  })

  it('names that a queue has from before stay possible when the decision is gone', async () => {
    const { json } = await create({ allowedDecisions: ['Approve', 'Reject'] })
    await bench.store.pool.query(
      `update case_queue set settings = jsonb_set(settings, '{allowedDecisions}', '["Approve","Reject","Gone"]') where id = $1`,
      [json.id],
    )
    const {
      assignedUsers: _users,
      supervisors: _supervisors,
      assignedGroups: _groups,
      ...rest
    } = (await bench.call<Queue>('Max', 'GET', `${queuesPath}/${json.id}`)).json
    const changed = { baseVersion: 1, settings: { ...rest, description: 'Changed' } }
    expect((await bench.call('Max', 'PATCH', `${queuesPath}/${json.id}`, changed)).status).toBe(200)
  })

  it.each([
    ['/decision', { ...approval, note: 'x'.repeat(4001) }, ['note']],
    ['/decision', { ...approval, tag: 'x'.repeat(41) }, ['tag']],
    ['/decision', { ...approval, usefulness: 'Nice' }, ['usefulness']],
    ['/decision', { ...approval, reason: 'Abuse' }, ['reason']],
    ['/decision', { decision: 'Dismiss', reason: 'Other' }, ['decision']],
    ['/escalate', { reason: ' ' }, ['reason']],
    ['/hold', { until: 'tomorrow', reason: 'Call' }, ['until']],
    ['/transfer', { queueId: 'general', comment: 'x' }, ['queueId']],
    ['/transfer', { queueId: randomUUID(), comment: '' }, ['comment']],
    ['/sendback', { note: 'x'.repeat(4001) }, ['note']],
  ])('%s %#', async (operation, body, paths) => {
    await lock('Ana')
    const answer = await leased('Ana', operation, body)
    expect([answer.status, pathsOf(answer)]).toEqual([422, paths])
    expect((await caseOf()).state).toBe('InReview')
  })

  it('a yes-or-no question has no other answer', async () => {
    const item = randomUUID()
    await bench.store.pool.query(
      `update case_queue set settings = jsonb_set(settings, '{checklist}', $2::jsonb) where id = $1`,
      [queue, JSON.stringify([{ id: item, label: 'Called?', kind: 'yesNo' }])],
    )
    const { own } = await lock('Ana')
    const answer = (value: string | null) =>
      bench.call('Ana', 'PUT', `${caseIds.root}/casemanagement/cases/purchase/P-1/checklist`, {
        leaseToken: own.leaseToken,
        answers: { [item]: value },
      })
    const refused = await answer('maybe')
    expect([refused.status, pathsOf(refused)]).toEqual([422, [`answers.${item}`]])
    for (const value of ['no', null, 'yes']) expect((await answer(value)).status).toBe(200)
  })
})

describe('the same key', () => {
  it('gives the same answer to each step, and another body is refused', async () => {
    const key = randomUUID()
    const { own } = await lock('Ana')
    const body = { leaseToken: own.leaseToken, until: '2025-03-03T12:00:00.000Z', reason: 'Call' }
    const [one, two] = [
      await bench.onCase('Ana', 'P-1', '/hold', body, key),
      await bench.onCase('Ana', 'P-1', '/hold', body, key),
    ]
    expect([one.status, two.json]).toEqual([200, one.json])
    expect((await bench.onCase('Ana', 'P-1', '/hold', { ...body, reason: 'Other' }, key)).status).toBe(422)
    // The same key of somebody else is another one.
    expect((await bench.onCase('Ben', 'P-1', '/hold', body, key)).code).toBe('lock.lost')
  })

  it('of a refused decision can be sent again', async () => {
    const key = randomUUID()
    const { own } = await lock('Ana')
    const send = (reason: string) =>
      bench.onCase('Ana', 'P-1', '/decision', { leaseToken: own.leaseToken, ...approval, reason }, key)
    expect((await send('Unknown')).status).toBe(422)
    expect((await send('Low risk')).json.state).toBe('Decided')
  })
})

describe('environments', () => {
  const eu = `${caseIds.eu}/casemanagement`
  const inEu = async () => {
    await bench.store.db
      .insertInto('rule')
      .values({
        id: randomUUID(),
        environment_id: caseIds.eu,
        event_type: 'purchase',
        type: 'decision',
        name: 'EU',
        status: 'active',
        position: 0,
        version: 1,
        body: JSON.stringify({
          name: 'EU',
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
    await bench.send({ id: 'P-EU', environmentId: caseIds.eu })
    bench.at('09:20')
  }

  it('a parent works the cases of a child by the path of the child alone', async () => {
    await inEu()
    expect((await bench.onCase('Max', 'P-EU', '')).status).toBe(404)
    const path = `${eu}/cases/purchase/P-EU`
    const { json } = await bench.call<Case>('Ana', 'POST', `${path}/lock`, {})
    expect(json).toMatchObject({ environmentId: caseIds.eu, environmentName: 'contoso-eu', queueName: 'General' })
    const moved = await bench.call('Ana', 'POST', `${path}/transfer`, {
      leaseToken: json.own.leaseToken,
      queueId: queue,
      comment: 'To the parent',
    })
    expect(moved.status).toBe(404)
    expect((await bench.call('Outsider', 'GET', path)).status).toBe(404)
  })

  it('a role in the child alone shows nothing of the parent', async () => {
    await inEu()
    await bench.store.db
      .updateTable('role_assignment')
      .set({ environment_id: caseIds.eu })
      .where('principal_id', '=', id('Ben'))
      .execute()
    expect((await bench.call('Ben', 'GET', queuesPath)).status).toBe(404)
    expect((await bench.onCase('Ben', 'P-1', '')).status).toBe(404)
    const { json } = await bench.call<Queue[]>('Ben', 'GET', `${eu}/queues`)
    expect(json.map(each => [each.name, each.environmentId, each.counts.pending])).toEqual([['General', caseIds.eu, 1]])
    const refs = ['P-1', 'P-EU'].map(each => ({
      environmentId: each === 'P-1' ? caseIds.root : caseIds.eu,
      eventType: 'purchase',
      id: each,
    }))
    const bulk = await bench.call('Ben', 'POST', `${eu}/bulk-decisions`, { cases: refs, ...approval })
    expect(bulk.json).toMatchObject([{ id: 'P-1', result: 'case.forbidden' }, { result: 'applied' }])
    await bench.store.db
      .updateTable('role_assignment')
      .set({ environment_id: caseIds.root })
      .where('principal_id', '=', id('Ben'))
      .execute()
  })

  it('decisions are configured in the root, and a queue of the child keeps its default action', async () => {
    const child = await bench.queue('EU queue', { defaultAction: 'Reject' }, caseIds.eu)
    expect((await bench.call('Pia', 'GET', `${eu}/configuration/purchase`)).status).toBe(422)
    const saved = await bench.call('Pia', 'PUT', `${caseIds.root}/casemanagement/configuration/purchase`, {
      baseVersion: 0,
      configuration: {
        queueDecisions: [
          { name: 'Approve', caseAction: 'Approve', labelAction: 'None', reasons: ['Fine'] },
          { name: 'Deny', caseAction: 'Reject', labelAction: 'None', reasons: ['Bad'] },
        ],
        defaultDecisionName: 'Approve',
      },
    })
    expect(saved).toMatchObject({ status: 409, code: 'decision.used' })
    await bench.store.db.deleteFrom('case_queue').where('id', '=', child).execute()
  })
})
