import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CaseEvent } from '../../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../testing/case-bench.ts'

let bench: CaseBench
const id = (name: string) => bench.people[name] ?? ''
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(() => resetCaseBench(bench))

const approval = { decision: 'Approve', reason: 'Verified customer' }
type Sent = Parameters<CaseBench['send']>[0]
/** Routes every purchase to a queue, and sends these at once. */
async function cases(settings: Parameters<CaseBench['queue']>[1], ...sent: Sent[]) {
  const queue = await bench.queue('Watched', settings)
  await bench.route('R1', 'ROUTETO Queue("Watched") WHEN @"purchase.request.totalAmount" > 0')
  for (const event of sent) await bench.send(event)
  bench.at('09:06')
  return queue
}
const paidBy = (holderName: string): Pick<Sent, 'more'> => ({
  more: { paymentInstrumentList: [{ merchantPaymentInstrumentId: 'pi-1', type: 'CreditCard', holderName }] },
})
const historyOf = async (caseId: string) => (await bench.onCase<CaseEvent[]>('Max', caseId, '/history')).json
const noticesOf = async (name: string) =>
  (await bench.store.db.selectFrom('notification').select('event').where('user_id', '=', id(name)).execute()).map(
    ({ event }) => event,
  )

describe('a case about its reviewer', () => {
  /** A case that is older than one that is about nobody here, by what tells it. */
  const about: Record<string, (name: string) => Partial<Sent>> = {
    'the e-mail address': name => ({ email: `${name}@Contoso.example` }),
    'the user id': name => ({ userId: id(name) }),
    'an e-mail address as user id': name => ({ userId: `${name.toUpperCase()}@contoso.example` }),
    'the holder of the card': name => paidBy(`${name}@CONTOSO.example`),
  }

  it.each(Object.keys(about))('by %s is not the next one, and neither taken, assigned nor bundled', async what => {
    const own = about[what]?.('Ana') ?? {}
    const queue = await cases(
      { assignedUsers: [id('Ana')] },
      { id: 'P-1', device: 'd-1', ...own },
      { id: 'P-2', device: 'd-1' },
    )
    expect((await bench.onCase('Ana', 'P-1', '/lock', {})).code).toBe('case.conflictOfInterest')
    const next = await bench.next('Ana', queue)
    expect(next?.externalId).toBe('P-2')
    expect(next?.linkedWaiting).toBe(0)
    const { json } = await bench.onCase('Ana', 'P-2', '/bundle', { leaseToken: next?.own.leaseToken })
    expect(json.own.bundle).toEqual([])
    const assign = await bench.onCase('Max', 'P-1', '/assign', { userId: id('Ana') })
    expect(assign.code).toBe('case.conflictOfInterest')
    expect((await bench.next('Ben', queue))?.externalId).toBe('P-1')
  })

  it('goes to nobody by a strategy, when there is nobody else', async () => {
    await cases(
      { assignment: 'LeastLoaded', assignedUsers: [id('Ana')] },
      { id: 'P-1', ...paidBy('ana@contoso.example') },
    )
    await bench.tick()
    expect((await bench.onCase('Max', 'P-1', '')).json.assignee).toBeNull()
  })

  it('is one from the moment at which the card is, and not of somebody with a similar address', async () => {
    const queue = await cases({}, { id: 'P-1', ...paidBy('anna@contoso.example') })
    expect((await bench.onCase('Ana', 'P-1', '')).json.own.startRefusal).toBeNull()
    await bench.send({ id: 'P-1', ...paidBy('Ana@contoso.example') })
    expect((await bench.onCase('Ana', 'P-1', '')).json.own.startRefusal).toBe('conflictOfInterest')
    expect(await bench.next('Ana', queue)).toBeNull()
  })
})

it('the owner of a hold is told when a manager ends it, and not when the owner does', async () => {
  await cases({ hold: true }, { id: 'P-1' })
  const hold = async () => {
    const { json } = await bench.onCase('Ana', 'P-1', '/lock', {})
    const until = '2025-03-03T12:00:00.000Z'
    await bench.onCase('Ana', 'P-1', '/hold', { leaseToken: json.own.leaseToken, until, reason: 'Call' })
  }
  await hold()
  await bench.onCase('Ana', 'P-1', '/resume', {})
  expect(await noticesOf('Ana')).toEqual([])
  await hold()
  await bench.onCase('Max', 'P-1', '/resume', {})
  expect(await noticesOf('Ana')).toEqual(['HoldEnded'])
})

it('the history has what the second person chose beside the first choice', async () => {
  await cases({ fourEyes: { amountUsd: 0, decisions: [], randomPercent: 0, blind: true } }, { id: 'P-1' })
  const { json } = await bench.onCase('Ana', 'P-1', '/lock', {})
  await bench.onCase('Ana', 'P-1', '/decision', { leaseToken: json.own.leaseToken, ...approval, note: 'called' })
  await bench.onCase('Sofia', 'P-1', '/approval', { decision: 'Approve', reason: 'Low risk', note: 'looked up' })
  const [agreed, requested] = await historyOf('P-1')
  expect(requested).toMatchObject({ kind: 'approval-requested', by: { name: 'Ana' }, details: { note: 'called' } })
  expect(agreed).toMatchObject({
    kind: 'approved',
    by: { name: 'Sofia' },
    details: {
      ...approval,
      note: 'called',
      reviewer: { name: 'Ana' },
      agreed: { decision: 'Approve', reason: 'Low risk', note: 'looked up' },
    },
  })
})

it('what a supervisor escalates is left to managers, after a decision that is taken back as well', async () => {
  await cases({ supervisors: [id('Sofia')], escalation: true, hold: true }, { id: 'P-1' })
  const lock = async (as: string) => (await bench.onCase(as, 'P-1', '/lock', {})).json.own.leaseToken
  const escalate = async (as: string) =>
    bench.onCase(as, 'P-1', '/escalate', { leaseToken: await lock(as), reason: 'Odd' })
  await escalate('Ana')
  expect((await bench.onCase('Ana', 'P-1', '')).json.own.startRefusal).toBe('escalated')
  expect((await bench.onCase('Sofia', 'P-1', '')).json.own.startRefusal).toBeNull()
  await escalate('Sofia')
  expect((await bench.onCase('Sofia', 'P-1', '')).json.own.startRefusal).toBe('escalatedToManagers')
  expect((await bench.onCase('Sofia', 'P-1', '/lock', {})).code).toBe('case.escalated')
  expect((await bench.onCase('Max', 'P-1', '/assign', { userId: id('Sofia') })).code).toBe('case.escalated')
  const refs = [{ environmentId: caseIds.root, eventType: 'purchase', id: 'P-1' }]
  const bulk = (as: string) =>
    bench.call<{ result: string }[]>(as, 'POST', `${caseIds.root}/casemanagement/bulk-decisions`, {
      cases: refs,
      ...approval,
    })
  expect((await bulk('Sofia')).json).toMatchObject([{ result: 'case.escalated' }])
  expect((await bulk('Max')).json).toMatchObject([{ result: 'applied' }])
  await bench.onCase('Max', 'P-1', '/undo', {})
  expect((await bench.onCase('Sofia', 'P-1', '')).json.own.startRefusal).toBe('escalatedToManagers')
  expect((await historyOf('P-1')).filter(({ kind }) => kind === 'escalated')).toMatchObject([
    { by: { name: 'Sofia' }, details: { level: 2 } },
    { by: { name: 'Ana' }, details: { level: 1 } },
  ])
})

describe('a queue for escalated cases', () => {
  const queuesPath = `${caseIds.root}/casemanagement/queues`
  const escalate = async (as: string) => {
    const { json } = await bench.onCase(as, 'P-1', '/lock', {})
    return bench.onCase(as, 'P-1', '/escalate', { leaseToken: json.own.leaseToken, reason: 'Odd' })
  }

  it('receives them, also when the reviewer does not see it, and its supervisors are told', async () => {
    const desk = await bench.queue('Desk', {
      supervisors: [id('Sofia')],
      restrictToAssignees: true,
      timeoutMinutes: 60,
    })
    const own = { escalation: true, supervisors: [id('Max')], escalationQueueId: desk }
    const queue = await cases(own, { id: 'P-1' })
    expect((await escalate('Ana')).json).toMatchObject({
      state: 'Pending',
      escalated: true,
      queueName: 'Desk',
      enteredQueueAt: '2025-03-03T09:06:00.000Z',
      timeoutAt: '2025-03-03T10:06:00.000Z',
    })
    expect(await bench.list('Max', queue, 'escalated')).toEqual([])
    expect(await bench.list('Sofia', desk, 'escalated')).toEqual(['P-1'])
    expect((await bench.onCase('Ana', 'P-1', '')).status).toBe(404)
    expect(await noticesOf('Sofia')).toEqual(['CaseEscalated'])
    expect((await historyOf('P-1')).slice(0, 2)).toMatchObject([
      { kind: 'transferred', details: { from: 'Watched', to: 'Desk', cause: 'escalated' } },
      { kind: 'escalated', details: { reason: 'Odd', level: 1 } },
    ])
    expect((await bench.onCase('Sofia', 'P-1', '/lock', {})).status).toBe(200)
  })

  it('is another one of the environment, and escalated cases stay when it is deleted', async () => {
    const desk = await bench.queue('Desk', { supervisors: [id('Sofia')] })
    const foreign = await bench.queue('Desk', {}, caseIds.eu)
    const queue = '3f9d2f8a-7c1e-4d5b-9a55-2f0c6f1d7e21'
    const settings = { name: 'Watched', defaultAction: 'Approve', escalation: true, supervisors: [id('Sofia')] }
    const create = (escalationQueueId: string) =>
      bench.call<{ details: { issues: { path: string[] }[] } }>('Max', 'PUT', `${queuesPath}/${queue}`, {
        assessment: 'purchase',
        settings: { ...settings, escalationQueueId },
      })
    for (const refused of [queue, foreign, caseIds.root]) {
      const { status, json } = await create(refused)
      expect([status, json.details.issues[0]?.path]).toEqual([422, ['settings', 'escalationQueueId']])
    }
    expect((await create(desk)).status).toBe(201)
    const general = await bench.call<{ id: string }>('Max', 'GET', `${queuesPath}/general`)
    const removed = await bench.call('Max', 'DELETE', `${queuesPath}/${desk}`, {
      moveTo: general.json.id,
      baseVersion: 1,
    })
    expect(removed.status).toBe(204)
    const { json } = await bench.call('Max', 'GET', `${queuesPath}/${queue}`)
    expect(json).toMatchObject({ escalationQueueId: null, version: 2 })
    await bench.route('R1', 'ROUTETO Queue("Watched") WHEN @"purchase.request.totalAmount" > 0')
    await bench.send({ id: 'P-1' })
    bench.at('09:06')
    expect((await escalate('Ana')).json).toMatchObject({ escalated: true, queueName: 'Watched' })
  })

  it('can be deleted, and its cases stay escalated', async () => {
    const desk = await bench.queue('Desk', { supervisors: [id('Sofia')], escalation: true })
    const queue = await cases({ escalation: true, supervisors: [id('Max')], escalationQueueId: desk }, { id: 'P-1' })
    await escalate('Ana')
    const removed = await bench.call('Max', 'DELETE', `${queuesPath}/${desk}`, { moveTo: queue, baseVersion: 1 })
    expect(removed.status).toBe(204)
    expect(await bench.list('Max', queue, 'escalated')).toEqual(['P-1'])
    expect((await bench.onCase('Ana', 'P-1', '')).json).toMatchObject({
      escalated: true,
      state: 'Pending',
      own: { startRefusal: 'escalated' },
    })
    const notes = await bench.store.db.selectFrom('note').select('system_event').execute()
    expect(notes.filter(note => note.system_event === 'queueDeleted')).toEqual([])
  })

  it('has no supervisor who reviews what is escalated to it, whichever of both queues is changed', async () => {
    const desk = await bench.queue('Desk', { supervisors: [id('Ana'), id('Sofia')] })
    type Refusal = { details: { issues: { path: string[] }[] } }
    const save = (queueId: string, baseVersion: number, settings: object) =>
      bench.call<Refusal>('Max', 'PATCH', `${queuesPath}/${queueId}`, {
        baseVersion,
        settings: { defaultAction: 'Approve', ...settings },
      })
    const watched = { name: 'Watched', escalation: true, supervisors: [id('Max')], escalationQueueId: desk }
    const queue = await bench.queue('Watched')
    const refused = await save(queue, 1, { ...watched, assignedUsers: [id('Ana'), id('Ben')] })
    expect([refused.status, refused.json.details.issues[0]?.path]).toEqual([422, ['settings', 'escalationQueueId']])
    expect((await save(queue, 1, { ...watched, assignedUsers: [id('Ben')] })).status).toBe(200)
    const behind = await save(desk, 1, { name: 'Desk', supervisors: [id('Ben')] })
    expect([behind.status, behind.json.details.issues[0]?.path]).toEqual([422, ['settings', 'supervisors']])
    expect((await save(desk, 1, { name: 'Desk', supervisors: [id('Sofia')] })).status).toBe(200)
  })
})

describe('an entry of the history', () => {
  it('names the call that made it', async () => {
    await cases({}, { id: 'P-1' })
    const path = `${caseIds.root}/casemanagement/cases/purchase/P-1/lock`
    const correlationId = '7d0f6f1e-5d55-4b0e-9df3-9d7f0a1f6a11'
    const { status } = await bench.call('Ana', 'POST', path, {}, { 'x-ms-correlation-id': correlationId })
    expect(status).toBe(200)
    const [locked, released] = await historyOf('P-1')
    expect(locked).toMatchObject({ kind: 'locked', correlationId })
    expect(released).toMatchObject({ kind: 'released-to-queue', correlationId: null })
  })

  it('of the checklist has the answers before and after, and none when nothing changed', async () => {
    const item = '8a0ddc3f-43c9-44f5-9d5f-6a1c9f0d2b11'
    await cases({ checklist: [{ id: item, label: 'Called', kind: 'yesNo' }] }, { id: 'P-1' })
    const { json } = await bench.onCase('Ana', 'P-1', '/lock', {})
    const answer = (value: string | null) =>
      bench.call('Ana', 'PUT', `${caseIds.root}/casemanagement/cases/purchase/P-1/checklist`, {
        leaseToken: json.own.leaseToken,
        answers: { [item]: value },
      })
    await answer('no')
    await answer('no')
    await answer('yes')
    const [second, first, locked] = await historyOf('P-1')
    expect(locked?.kind).toBe('locked')
    expect(first).toMatchObject({ details: { before: { [item]: null }, after: { [item]: 'no' } } })
    expect(second).toMatchObject({ details: { before: { [item]: 'no' }, after: { [item]: 'yes' } } })
  })
})
