import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Queue, ReviewerGroup } from '../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from './testing/case-bench.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(() => resetCaseBench(bench))

const { root } = caseIds
const person = (name: string) => bench.people[name] ?? ''
const groupPath = (id: string) => `${root}/casemanagement/groups/${id}`
const save = (id: string, name: string, members: readonly string[], baseVersion = 0, as = 'Max') =>
  bench.call<ReviewerGroup>(as, 'PUT', groupPath(id), { baseVersion, name, members: members.map(person) })
const remove = (id: string, baseVersion: number) => bench.call('Max', 'DELETE', groupPath(id), { baseVersion })
const queueAs = async (as: string, id: string) => bench.call<Queue>(as, 'GET', `${root}/casemanagement/queues/${id}`)

it('a group is made, changed and deleted by managers, and audited', async () => {
  const id = randomUUID()
  expect((await save(id, 'Night', ['Ana'], 0, 'Ana')).status).toBe(403)
  expect((await save(id, 'Night', ['Ana', 'Ben', 'Ana'])).json).toMatchObject({
    name: 'Night',
    version: 1,
    members: [{ name: 'Ana' }, { name: 'Ben' }],
    queues: [],
  })
  const taken = await save(randomUUID(), 'NIGHT', [])
  expect([taken.status, JSON.stringify(taken.json).includes('name.taken')]).toEqual([422, true])
  expect((await save(id, 'Night', ['Ben'], 0)).code).toBe('version.conflict')
  expect((await save(id, 'Nights', ['Ben'], 1)).json).toMatchObject({ name: 'Nights', version: 2 })
  const noReviewer = await save(id, 'Nights', ['Sam'], 2)
  expect([noReviewer.status, JSON.stringify(noReviewer.json).includes('members')]).toEqual([422, true])
  expect((await bench.call('Outsider', 'GET', `${root}/casemanagement/groups`)).status).toBe(404)
  expect((await remove(id, 1)).code).toBe('version.conflict')
  expect((await remove(id, 2)).status).toBe(200)
  expect((await bench.call('Max', 'GET', `${root}/casemanagement/groups`)).json).toEqual([])
  const audit = await bench.store.db.selectFrom('audit_log').select(['resource_type', 'operation']).execute()
  expect(audit.map(row => `${row.resource_type} ${row.operation}`).toSorted()).toEqual([
    'ReviewerGroup Create',
    'ReviewerGroup Delete',
    'ReviewerGroup Update',
  ])
})

it('the members of a group work in its queue as long as they belong to it', async () => {
  const id = randomUUID()
  await save(id, 'Night', ['Ana', 'Sofia'])
  const queueId = await bench.queue('Closed', {
    restrictToAssignees: true,
    assignedUsers: [person('Ben')],
    assignedGroups: [id],
    supervisors: [person('Sofia')],
    assignment: 'RoundRobin',
  })
  const { json } = await queueAs('Ana', queueId)
  expect(json.rights.assigned).toBe(true)
  expect(json.assignedGroups).toMatchObject([{ name: 'Night', members: [{ name: 'Ana' }, { name: 'Sofia' }] }])
  // A supervisor stays one, whatever the group says.
  expect((await queueAs('Sofia', queueId)).json.rights).toMatchObject({ assigned: false, supervise: true })
  await bench.route('R', 'ROUTETO Queue("Closed")')
  for (const each of ['P-1', 'P-2']) await bench.send({ id: each })
  bench.at('09:05:01')
  const assigned = (await bench.rows('Max', queueId)).map(row => row.assignee?.name)
  expect(assigned.toSorted()).toEqual(['Ana', 'Ben'])
  await save(id, 'Night', [], 1)
  expect((await queueAs('Ana', queueId)).status).toBe(404)
})

it('a queue names groups of its environment alone, and a group that is named is not deleted', async () => {
  const id = randomUUID()
  await save(id, 'Night', ['Ana'])
  const queueId = await bench.queue('Open')
  const assign = (assignedGroups: readonly string[], baseVersion: number) =>
    bench.call<Queue>('Max', 'PUT', `${root}/casemanagement/queues/${queueId}/users`, {
      baseVersion,
      assignedUsers: [],
      assignedGroups,
    })
  const unknown = await assign([randomUUID()], 1)
  expect([unknown.status, JSON.stringify(unknown.json).includes('assignedGroups')]).toEqual([422, true])
  expect((await assign([id], 1)).json.assignedGroups).toMatchObject([{ id }])
  const refused = await remove(id, 1)
  expect([refused.status, refused.code]).toEqual([409, 'group.used'])
  const { json } = await bench.call<ReviewerGroup[]>('Max', 'GET', `${root}/casemanagement/groups`)
  expect(json).toMatchObject([{ name: 'Night', queues: [{ name: 'Open' }] }])
})

it('users can be replaced without the groups', async () => {
  const id = randomUUID()
  await save(id, 'Night', ['Ana'])
  const queueId = await bench.queue('Open', { assignedGroups: [id] })
  const { json } = await bench.call<Queue>('Max', 'PUT', `${root}/casemanagement/queues/${queueId}/users`, {
    baseVersion: 1,
    assignedUsers: [person('Ben')],
  })
  expect(json.assignedGroups).toMatchObject([{ id }])
  expect(json.assignedUsers).toMatchObject([{ name: 'Ben' }])
})

it('takes in nobody who supervises the queue that its cases are escalated to', async () => {
  const [night, day] = [randomUUID(), randomUUID()]
  await save(night, 'Night', ['Ben'])
  await save(day, 'Day', ['Ben'])
  const desk = await bench.queue('Desk', { supervisors: [person('Ana')] })
  const settings = { escalation: true, escalationQueueId: desk, supervisors: [person('Sofia')] }
  await bench.queue('Watched', { ...settings, assignedGroups: [night] })
  const refused = await save(night, 'Night', ['Ben', 'Ana'], 1)
  expect([refused.status, JSON.stringify(refused.json).includes('"members"')]).toEqual([422, true])
  // Who supervises the queue itself reviews nothing in it, and other groups have other queues.
  expect((await save(night, 'Night', ['Ben', 'Sofia'], 1)).status).toBe(200)
  expect((await save(day, 'Day', ['Ben', 'Ana'], 1)).status).toBe(200)
})

it('a supervisor who came to review what is escalated does not stand in the way of other changes', async () => {
  const desk = await bench.queue('Desk', { supervisors: [person('Ana')] })
  const settings = { defaultAction: 'Approve', escalation: true, escalationQueueId: desk, supervisors: [person('Max')] }
  const watched = await bench.queue('Watched', { ...settings, assignedUsers: [person('Ana')] })
  const change = async (id: string, changed: object) =>
    (
      await bench.call('Max', 'PATCH', `${root}/casemanagement/queues/${id}`, {
        baseVersion: 1,
        settings: { defaultAction: 'Approve', ...changed },
      })
    ).status
  expect(await change(desk, { name: 'Desk 2', supervisors: [person('Ana')] })).toBe(200)
  expect(await change(watched, { ...settings, name: 'Watched 2', assignedUsers: [person('Ana')] })).toBe(200)
})
