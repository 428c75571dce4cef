import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Case, TeamMember } from '../../contract/index.ts'
import { createLiveHub } from '../../kernel/live/live-hub.ts'
import { newId } from '../../kernel/store/new-id.ts'
import { assignWaitingCases } from './clock/assign-cases.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from './testing/case-bench.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(() => resetCaseBench(bench))

const { root } = caseIds
const released = '09:05:01'
const person = (name: string) => bench.people[name] ?? ''
const assignees = async (queueId: string) => {
  await bench.tick()
  return Object.fromEntries((await bench.rows('Max', queueId)).map(row => [row.externalId, row.assignee?.name ?? null]))
}
const team = (path: string) => `${root}/casemanagement/team${path}`
const noSkills = { countries: [], languages: [], minAmountUsd: null, maxAmountUsd: null, categories: [], tags: [] }
const capacity = (name: string, openCases: number, skills: object = {}) =>
  bench.call<TeamMember>('Max', 'PUT', team(`/${person(name)}`), { openCases, skills: { ...noSkills, ...skills } })
const away = (name: string, on: boolean, hours: object | null = null) =>
  bench.call<TeamMember>(name, 'PUT', team('/me'), { away: on, hours })

/** Makes a queue for everything, with Ana and Ben, and sends purchases. */
async function withCases(assignment: 'RoundRobin' | 'LeastLoaded' | 'Skill' | 'Sticky', count: number) {
  const queueId = await bench.queue('All', { assignment, assignedUsers: [person('Ana'), person('Ben')] })
  await bench.route('R', 'ROUTETO Queue("All")')
  for (let index = 1; index <= count; index++) {
    bench.at(new Date(bench.now().getTime() + 10))
    await bench.send({ id: `P-${index}`, userId: `u-${index}` })
  }
  return queueId
}

it('cases go to the people of the queue when they become visible, and these learn of it', async () => {
  const queueId = await withCases('RoundRobin', 3)
  bench.at(released)
  expect(await assignees(queueId)).toEqual({ 'P-1': 'Ana', 'P-2': 'Ben', 'P-3': 'Ana' })
  const notices = await bench.store.db.selectFrom('notification').select(['event', 'user_id', 'params']).execute()
  expect(notices).toEqual(
    expect.arrayContaining([
      { event: 'CasesAssigned', user_id: person('Ana'), params: { count: 2, queue: 'All' } },
      { event: 'CaseAssigned', user_id: person('Ben'), params: { id: 'P-2' } },
    ]),
  )
  const { json } = await bench.onCase<{ kind: string; details: object; by: null }[]>('Max', 'P-1', '/history')
  expect(json[0]).toMatchObject({ kind: 'assigned', by: null, details: { to: 'Ana', strategy: 'RoundRobin' } })
  expect((await bench.next('Ben', queueId))?.externalId).toBe('P-2')
})

it('a manual assignment wins, and a case that a manager leaves to nobody stays there', async () => {
  const queueId = await withCases('RoundRobin', 2)
  bench.at(released)
  await assignees(queueId)
  expect((await bench.onCase('Max', 'P-1', '/assign', { userId: person('Sofia') })).json.assignee?.name).toBe('Sofia')
  await bench.onCase('Max', 'P-2', '/assign', { userId: null })
  bench.at('09:30')
  await bench.tick()
  expect(await assignees(queueId)).toEqual({ 'P-1': 'Sofia', 'P-2': null })
})

it('nobody is given a case about themselves, not by hand either', async () => {
  const queueId = await bench.queue('All', { assignment: 'RoundRobin', assignedUsers: [person('Ana'), person('Ben')] })
  await bench.route('R', 'ROUTETO Queue("All")')
  await bench.send({ id: 'P-1', email: 'Ana@contoso.example' })
  bench.at(released)
  expect(await assignees(queueId)).toEqual({ 'P-1': 'Ben' })
  expect((await bench.onCase('Max', 'P-1', '/assign', { userId: person('Ana') })).code).toBe('case.conflictOfInterest')
})

it('what lapses after an hour goes to the next person, and then to the pool', async () => {
  const queueId = await withCases('LeastLoaded', 1)
  bench.at(released)
  expect(await assignees(queueId)).toEqual({ 'P-1': 'Ana' })
  bench.at('10:05:00')
  expect(await assignees(queueId)).toEqual({ 'P-1': 'Ana' })
  bench.at('10:05:02')
  expect(await assignees(queueId)).toEqual({ 'P-1': 'Ben' })
  bench.at('11:05:03')
  expect(await assignees(queueId)).toEqual({ 'P-1': null })
  expect((await bench.next('Ana', queueId))?.externalId).toBe('P-1')
})

it('what somebody sends back goes to somebody else', async () => {
  const queueId = await withCases('LeastLoaded', 1)
  bench.at(released)
  const started = await bench.next('Ana', queueId)
  await bench.onCase('Ana', 'P-1', '/sendback', { leaseToken: started?.own.leaseToken })
  expect(await assignees(queueId)).toEqual({ 'P-1': 'Ben' })
})

describe('who is there', () => {
  it('nobody gets more than the limit, and room is filled as soon as there is some', async () => {
    await capacity('Ana', 2)
    await capacity('Ben', 1)
    const queueId = await withCases('LeastLoaded', 5)
    bench.at(released)
    expect(Object.values(await assignees(queueId)).filter(name => name !== null)).toHaveLength(3)
    const started = await bench.next('Ana', queueId)
    expect(started?.externalId).toBe('P-1')
    expect(Object.values(await assignees(queueId)).filter(name => name !== null)).toHaveLength(2)
    const decision = { leaseToken: started?.own.leaseToken, decision: 'Approve', reason: 'Low risk' }
    await bench.onCase('Ana', 'P-1', '/decision', decision)
    expect(await assignees(queueId)).toMatchObject({ 'P-4': 'Ana', 'P-5': null })
  })

  it('somebody who is away gets nothing, and gets cases again after the return', async () => {
    const queueId = await withCases('RoundRobin', 2)
    await away('Ana', true)
    await away('Ben', true)
    bench.at(released)
    expect(await assignees(queueId)).toEqual({ 'P-1': null, 'P-2': null })
    const { json } = await away('Ben', false)
    expect(json).toMatchObject({ away: false, present: true, load: 2 })
    expect(await assignees(queueId)).toEqual({ 'P-1': 'Ben', 'P-2': 'Ben' })
  })

  it('working hours begin in the time zone of the person', async () => {
    const hours = { timeZone: 'America/New_York', days: [1], from: '05:00', until: '12:00' }
    const queueId = await withCases('RoundRobin', 1)
    await away('Ana', false, hours)
    await away('Ben', true)
    bench.at('09:59:59')
    expect(await assignees(queueId)).toEqual({ 'P-1': null })
    bench.at('10:00:00')
    await bench.tick()
    expect(await assignees(queueId)).toEqual({ 'P-1': 'Ana' })
  })

  it('somebody who lost the role gets nothing, and loses what was reserved', async () => {
    const queueId = await withCases('RoundRobin', 2)
    bench.at(released)
    await assignees(queueId)
    const roles = bench.store.db
    const stored = await roles
      .selectFrom('role_assignment')
      .selectAll()
      .where('principal_id', '=', person('Ana'))
      .execute()
    await roles.deleteFrom('role_assignment').where('principal_id', '=', person('Ana')).execute()
    expect(await bench.releaseLost()).toBe(1)
    expect(await assignees(queueId)).toEqual({ 'P-1': 'Ben', 'P-2': 'Ben' })
    await roles.insertInto('role_assignment').values(stored).execute()
  })

  it('a paused queue and one in which nobody is assigned leave their cases to everybody', async () => {
    const { Ana = '' } = bench.people
    const paused = await bench.queue('Paused', {
      assignment: 'RoundRobin',
      assignmentPaused: true,
      assignedUsers: [Ana],
    })
    const empty = await bench.queue('Empty', { assignment: 'RoundRobin' })
    await bench.route('R1', 'ROUTETO Queue("Paused") WHEN @"purchase.request.totalAmount" > 100')
    await bench.route('R2', 'ROUTETO Queue("Empty")')
    await bench.send({ id: 'P-1', amount: 200 })
    await bench.send({ id: 'P-2', amount: 20 })
    bench.at(released)
    expect(await assignees(paused)).toEqual({ 'P-1': null })
    expect(await assignees(empty)).toEqual({ 'P-2': null })
  })
})

it('Skill reads language and category of the event', async () => {
  await capacity('Ben', 10, { languages: ['fr'], categories: ['GiftCard'] })
  const queueId = await withCases('Skill', 0)
  await bench.send({ id: 'P-1', language: 'FR-CA', category: 'GiftCard' })
  await bench.send({ id: 'P-2', language: 'en', category: 'GiftCard' })
  bench.at(released)
  const made = await assignees(queueId)
  expect(made['P-1']).toBe('Ben')
  expect(made['P-2']).toBe('Ana')
})

describe('Sticky', () => {
  const decideFirst = async (queueId: string) => {
    bench.at(released)
    const started = await bench.next('Ben', queueId)
    await bench.onCase('Ben', 'P-1', '/decision', {
      leaseToken: started?.own.leaseToken,
      decision: 'Approve',
      reason: 'Low risk',
    })
  }
  it.each([
    ['the same customer', { userId: 'u-1' }, 29, 'Ben'],
    ['the same instrument', { userId: 'u-2', instrument: 'pi-1' }, 29, 'Ben'],
    ['another customer', { userId: 'u-2' }, 29, 'Ana'],
    ['more than 30 days ago', { userId: 'u-1' }, 31, 'Ana'],
  ])('%s', async (_, event, days, expected) => {
    const queueId = await bench.queue('All', {
      assignment: 'Sticky',
      assignedUsers: [person('Ana'), person('Ben')],
    })
    await bench.route('R', 'ROUTETO Queue("All")')
    await away('Ana', true)
    await bench.send({ id: 'P-1', userId: 'u-1', instrument: 'pi-1' })
    await decideFirst(queueId)
    await away('Ana', false)
    await bench.store.db.deleteFrom('assignment_turn').execute()
    bench.at(new Date(bench.now().getTime() + days * 86_400_000))
    await bench.send({ id: 'P-2', ...event })
    bench.at(new Date(bench.now().getTime() + 301_000))
    expect(await assignees(queueId)).toEqual({ 'P-2': expected })
  })
})

it('several processes at once assign each case once, within everybody’s limit', async () => {
  await capacity('Ana', 12)
  await capacity('Ben', 12)
  const queueId = await withCases('LeastLoaded', 30)
  await bench.store.db
    .updateTable('case_queue')
    .set({ settings: await settingsWith(queueId, 'Pull') })
    .execute()
  bench.at(released)
  await bench.list('Max', queueId)
  await bench.store.db
    .updateTable('case_queue')
    .set({ settings: await settingsWith(queueId, 'LeastLoaded') })
    .where('id', '=', queueId)
    .execute()
  const process = () => ({
    ports: { db: bench.store.db, clock: bench.now, newId },
    live: createLiveHub({ epoch: newId() }),
  })
  const taken = bench.next('Sofia', queueId)
  await Promise.all(Array.from({ length: 8 }, () => assignWaitingCases(process(), null)))
  await assignWaitingCases(process(), null)
  const { externalId } = (await taken) as Case
  const names = Object.values(await assignees(queueId))
  expect(names.filter(name => name === 'Ana')).toHaveLength(12)
  expect(names.filter(name => name === 'Ben')).toHaveLength(12)
  const history = await bench.store.db
    .selectFrom('case_event')
    .select('case_id')
    .where('kind', '=', 'assigned')
    .execute()
  expect(new Set(history.map(each => each.case_id)).size).toBe(history.length)
  const { json } = await bench.onCase<Case>('Max', externalId, '')
  expect(json).toMatchObject({ state: 'InReview', assignee: null, lock: { owner: { name: 'Sofia' } } })
})

async function settingsWith(queueId: string, assignment: string): Promise<string> {
  const { settings } = await bench.store.db
    .selectFrom('case_queue')
    .select('settings')
    .where('id', '=', queueId)
    .executeTakeFirstOrThrow()
  return JSON.stringify({ ...(settings as object), assignment })
}

describe('rights and input', () => {
  it('people set their own availability, managers the limits of others', async () => {
    expect((await away('Ana', true)).status).toBe(200)
    expect((await away('Vera', true)).status).toBe(403)
    expect((await bench.call('Ana', 'GET', team(''))).status).toBe(403)
    expect((await bench.call('Ana', 'PUT', team(`/${person('Ben')}`), { openCases: 1, skills: {} })).status).toBe(403)
    expect((await capacity('Ben', 4)).json).toMatchObject({ name: 'Ben', openCases: 4, away: false })
    const { json } = await bench.call<TeamMember[]>('Max', 'GET', team(''))
    expect(json.find(({ name }) => name === 'Ana')).toMatchObject({ away: true, present: false, openCases: 10 })
    expect(json.map(({ name }) => name)).not.toContain('Vera')
    expect((await capacity('Vera', 4)).status).toBe(404)
    expect((await bench.call('Outsider', 'GET', team('/me'))).status).toBe(404)
    const audit = await bench.store.db.selectFrom('audit_log').select(['resource_name', 'operation']).execute()
    expect(audit).toEqual(
      expect.arrayContaining([
        { resource_name: 'Ana', operation: 'Update' },
        { resource_name: 'Ben', operation: 'Update' },
      ]),
    )
  })

  it.each([
    [{ timeZone: 'Mars/Olympus', days: [1], from: '09:00', until: '17:00' }, 'timeZone'],
    [{ timeZone: 'UTC', days: [], from: '09:00', until: '17:00' }, 'days'],
    [{ timeZone: 'UTC', days: [8], from: '09:00', until: '17:00' }, 'days'],
    [{ timeZone: 'UTC', days: [1], from: '9', until: '17:00' }, 'from'],
  ])('hours that are none are refused at their field', async (hours, field) => {
    const answer = await away('Ana', false, hours)
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.json)).toContain(field)
  })

  it('an amount band needs its ends in order', async () => {
    const answer = await capacity('Ben', 10, { minAmountUsd: 10, maxAmountUsd: 5 })
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.json)).toContain('maxAmountUsd')
  })
})

it('a read applies what time has changed, and assigns what became visible', async () => {
  const queueId = await withCases('RoundRobin', 2)
  bench.at(released)
  expect((await bench.rows('Max', queueId)).map(row => row.assignee?.name)).toEqual(['Ana', 'Ben'])
})
