import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Queue } from '../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from './testing/case-bench.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(() => resetCaseBench(bench))

const queuesOf = (environmentId: string) => `${environmentId}/casemanagement/queues`
const settings = (name: string, more: object = {}) => ({ name, defaultAction: 'Approve', ...more })
const create = (
  name: string,
  more: object = {},
  { as = 'Max', environmentId = caseIds.root as string, id = randomUUID() as string } = {},
) =>
  bench.call<Queue & { details: { issues: { path: string[] }[] } }>(as, 'PUT', `${queuesOf(environmentId)}/${id}`, {
    assessment: 'purchase',
    settings: settings(name, more),
  })
const update = (queue: Queue, more: object, baseVersion = queue.version, as = 'Max') =>
  bench.call<Queue & { message: string }>(as, 'PATCH', `${queuesOf(queue.environmentId)}/${queue.id}`, {
    baseVersion,
    settings: settings(queue.name, more),
  })
const remove = (queue: Queue, moveTo: string) =>
  bench.call<{ message: string }>('Max', 'DELETE', `${queuesOf(queue.environmentId)}/${queue.id}`, {
    moveTo,
    baseVersion: queue.version,
  })
const list = async (as: string, environmentId: string = caseIds.root) =>
  (await bench.call<Queue[]>(as, 'GET', queuesOf(environmentId))).json
const general = async () =>
  (await list('Max')).find(each => each.kind === 'System' && each.environmentId === caseIds.root)

describe('queues', () => {
  it('every environment has General, oldest first, 24 hours, Approve, and nobody changes it', async () => {
    const found = await general()
    expect(found).toMatchObject({
      name: 'General',
      orderBy: 'eventTimestamp',
      direction: 'ascending',
      timeoutMinutes: 1440,
      defaultAction: 'Approve',
      rights: { define: false },
    })
    const changed = await update(found as Queue, { timeoutMinutes: 60 }, 1, 'Adi')
    expect([changed.status, changed.code]).toEqual([409, 'queue.system'])
    expect((await remove(found as Queue, randomUUID())).code).toBe('queue.system')
  })

  it('a queue is created once, by those who may define queues, and is audited', async () => {
    const id = randomUUID()
    const made = await create('Large', { description: 'Large orders' }, { id })
    expect(made.json).toMatchObject({ id, name: 'Large', version: 1, createdBy: 'Max', rights: { define: true } })
    expect((await create('Large', { description: 'Large orders' }, { id })).status).toBe(201)
    expect((await create('Other', {}, { id })).code).toBe('resource.exists')
    expect((await create('Any', {}, { as: 'Ana' })).status).toBe(403)
    expect((await create('Any', {}, { as: 'Outsider' })).status).toBe(404)
    const audit = await bench.store.db.selectFrom('audit_log').select(['resource_type', 'operation']).execute()
    expect(audit).toEqual([{ resource_type: 'CaseManagementQueue', operation: 'Create' }])
  })

  it('a name is unique in its environment whatever its case, and General is taken', async () => {
    await create('Large')
    expect((await create('LARGE')).code).toBe('queue.nameTaken')
    expect((await create('general')).code).toBe('queue.nameTaken')
    expect((await create('Large', {}, { environmentId: caseIds.eu })).status).toBe(201)
  })

  it.each([
    ['name', { name: '-x' }],
    ['name', { name: 'x'.repeat(61) }],
    ['description', { description: 'x'.repeat(501) }],
    ['timeoutMinutes', { timeoutMinutes: 14 }],
    ['timeoutMinutes', { timeoutMinutes: 43_201 }],
    ['defaultAction', { defaultAction: 'Maybe' }],
    ['allowedDecisions', { allowedDecisions: ['Approve'] }],
    ['supervisors', { escalation: true }],
    ['assignedUsers', { assignedUsers: ['50000000-0000-4000-8000-000000000001'] }],
  ])('a faulty %s is refused by name', async (field, more) => {
    const { status, json } = await create('Any', more)
    expect([status, json.details.issues[0]?.path]).toEqual([422, ['settings', field]])
  })

  it('nobody is reviewer and supervisor of one queue', async () => {
    const { Ana: ana = '' } = bench.people
    const { json } = await create('Any', { assignedUsers: [ana], supervisors: [ana] })
    expect(json.details.issues[0]?.path).toEqual(['settings', 'supervisors'])
  })

  it('an environment has at most 29 queues beside General', async () => {
    for (let index = 0; index < 29; index++) await bench.queue(`Queue ${index}`)
    const more = await create('One more')
    expect([more.status, more.code]).toEqual([409, 'queue.limit'])
    expect((await create('One more', {}, { environmentId: caseIds.eu })).status).toBe(201)
  })

  it('a queue that routing rules name is neither renamed nor deleted; its cases move when it is', async () => {
    const { json: made } = await create('High', { orderBy: 'amountUsd', direction: 'descending' })
    await bench.route('R1', 'ROUTETO Queue("High") WHEN @"purchase.request.totalAmount" > 1000')
    await bench.send({ id: 'P-1', amount: 2000 })
    await bench.send({ id: 'P-2', amount: 3000 })
    bench.at('09:05:01')
    await bench.onCase('Ana', 'P-1', '/lock', {})
    const target = (await general())?.id ?? ''
    const renamed = await update({ ...made, name: 'Higher' }, {})
    expect([renamed.code, renamed.json.message]).toEqual(['queue.referenced', 'Used by routing rules: R1.'])
    expect((await remove(made, target)).code).toBe('queue.referenced')
    expect((await list('Max')).find(each => each.id === made.id)?.routingRules).toMatchObject([{ name: 'R1' }])
    await bench.store.db.deleteFrom('rule').where('name', '=', 'R1').execute()
    expect((await remove(made, made.id)).status).toBe(422)
    expect((await remove(made, target)).status).toBe(204)
    expect(await bench.list('Max', 'general')).toEqual(['P-1', 'P-2'])
    expect((await bench.onCase('Ana', 'P-1', '')).json).toMatchObject({
      state: 'Pending',
      lock: null,
      queueName: 'General',
    })
  })

  it('a queue that is gone when a case is released leaves the case to General', async () => {
    const id = await bench.queue('Gone')
    await bench.route('R1', 'ROUTETO Queue("Gone") WHEN @"purchase.request.totalAmount" > 1')
    await bench.send({ id: 'P-1' })
    await bench.store.db.deleteFrom('case_queue').where('id', '=', id).execute()
    bench.at('09:05:01')
    expect(await bench.list('Max', 'general')).toEqual(['P-1'])
  })

  it('an environment that is being removed does not keep the cases of others from their queues', async () => {
    await bench.send({ id: 'P-1', environmentId: caseIds.eu })
    await bench.send({ id: 'P-2' })
    const general = await bench.store.db
      .deleteFrom('case_queue')
      .where('environment_id', '=', caseIds.eu)
      .returningAll()
      .executeTakeFirstOrThrow()
    bench.at('09:05:01')
    await bench.tick()
    const { rows } = await bench.store.pool.query('select external_id, state from review_case order by external_id')
    expect(rows).toEqual([
      { external_id: 'P-1', state: 'Removed' },
      { external_id: 'P-2', state: 'Pending' },
    ])
    await bench.store.db
      .insertInto('case_queue')
      .values({ ...general, settings: JSON.stringify(general.settings) })
      .execute()
  })

  it('a queue that is drained takes no new cases', async () => {
    const id = await bench.queue('Drained', { draining: true })
    await bench.route('R1', 'ROUTETO Queue("Drained") WHEN @"purchase.request.totalAmount" > 1')
    await bench.send({ id: 'P-1' })
    bench.at('09:05:01')
    expect([await bench.list('Max', id), await bench.list('Max', 'general')]).toEqual([[], ['P-1']])
  })

  it('two managers who edit the same queue are told of each other', async () => {
    const { json: made } = await create('Shared')
    await update(made, { description: 'one' })
    const second = await update(made, { description: 'other' })
    expect([second.status, second.code]).toEqual([409, 'version.conflict'])
  })

  it('waiting cases are ordered anew at once, and a shorter time-out leaves a quarter of an hour', async () => {
    const { json: made } = await create('High')
    await bench.route('R1', 'ROUTETO Queue("High") WHEN @"purchase.request.totalAmount" > 1')
    await bench.send({ id: 'P-1', amount: 10 })
    bench.at('09:00:01')
    await bench.send({ id: 'P-2', amount: 30 })
    bench.at('09:05:02')
    expect(await bench.list('Max', made.id)).toEqual(['P-1', 'P-2'])
    bench.at('10:00')
    const { json: changed } = await update(made, { orderBy: 'amountUsd', direction: 'descending', timeoutMinutes: 30 })
    const rows = await bench.rows('Max', made.id)
    expect(rows.map(row => [row.externalId, row.timeoutAt])).toEqual([
      ['P-2', '2025-03-03T10:15:00.000Z'],
      ['P-1', '2025-03-03T10:15:00.000Z'],
    ])
    await update(changed, { orderBy: 'amountUsd', direction: 'descending', timeoutMinutes: 120 })
    expect((await bench.rows('Max', made.id))[0]?.timeoutAt).toBe('2025-03-03T11:45:00.000Z')
  })

  it('a parent environment lists the queues below it; routing names those of its own alone', async () => {
    await create('Below', {}, { environmentId: caseIds.eu })
    const names = (await list('Max')).map(each => `${each.environmentName} ${each.name}`)
    expect(names).toEqual(expect.arrayContaining(['contoso General', 'contoso-eu General', 'contoso-eu Below']))
    expect(bench.engine.queues(caseIds.root)).toEqual(['General'])
    expect(bench.engine.queues(caseIds.eu)).toEqual(['General', 'Below'])
    await bench.send({ id: 'P-2001', environmentId: caseIds.eu })
    bench.at('09:05:01')
    const below = (await list('Max')).find(each => each.environmentId === caseIds.eu && each.kind === 'System')
    expect(below?.counts.pending).toBe(1)
    expect(await bench.list('Max', below?.id ?? '')).toEqual(['P-2001'])
  })

  it('an analyst assigns people without changing anything else', async () => {
    const { json: made } = await create('Assigned', { description: 'as before' })
    const { Ben: ben = '', Sam: sam = '' } = bench.people
    const assign = (users: string[]) =>
      bench.call<Queue>('Ana', 'PUT', `${queuesOf(caseIds.root)}/${made.id}/users`, {
        baseVersion: made.version,
        assignedUsers: users,
      })
    expect((await assign([sam])).status).toBe(422)
    expect((await assign([ben])).json).toMatchObject({ description: 'as before', assignedUsers: [{ name: 'Ben' }] })
  })
})

it('the list of queues is that of all, or of those to which the caller is assigned', async () => {
  const group = { baseVersion: 0, name: 'Evening', members: [bench.people['Ben']] }
  const groupId = '5f0e8a3e-2d0b-4a55-8f4b-2d0a1a6a7b10'
  const saved = await bench.call('Max', 'PUT', `${caseIds.root}/casemanagement/groups/${groupId}`, group)
  expect(saved.status).toBe(200)
  await bench.queue('Of Ana', { assignedUsers: [bench.people['Ana'] ?? ''] })
  await bench.queue('Of the group', { assignedGroups: [groupId] })
  const names = async (as: string, scope: string) =>
    (await bench.call<Queue[]>(as, 'GET', `${queuesOf(caseIds.root)}${scope}`)).json.map(({ name }) => name)
  expect(await names('Ana', '?scope=assigned')).toEqual(['Of Ana'])
  expect(await names('Ben', '?scope=assigned')).toEqual(['Of the group'])
  for (const scope of ['', '?scope=all'])
    expect(await names('Ben', scope)).toEqual(expect.arrayContaining(['General', 'Of Ana', 'Of the group']))
  expect((await bench.call('Ana', 'GET', `${queuesOf(caseIds.root)}?scope=own`)).status).toBe(422)
})

describe('the list of a queue', () => {
  it('is read page by page in the order of the queue or in another one, and filtered', async () => {
    const id = await bench.queue('Big', { orderBy: 'amountUsd', direction: 'descending' })
    await bench.route('R1', 'ROUTETO Queue("Big") WHEN @"purchase.request.totalAmount" > 0')
    for (let index = 1; index <= 25; index++)
      await bench.send({ id: `B-${index}`, amount: index, email: `${index}@x.example` })
    bench.at('09:06')
    const page = (more: object = {}) =>
      bench.call<{ rows: { externalId: string }[]; next: string | null; total: number }>(
        'Ana',
        'POST',
        `${queuesOf(caseIds.root)}/${id}/cases`,
        { view: 'pending', limit: 10, ...more },
      )
    const seen: string[] = []
    for (let cursor: string | null = null, pages = 0; pages < 3; pages++) {
      const { json } = await page({ cursor })
      seen.push(...json.rows.map(row => row.externalId))
      expect(json.total).toBe(25)
      cursor = json.next
      expect(cursor === null).toBe(pages === 2)
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `B-${25 - index}`))
    const { json: oldest } = await page({ orderBy: 'amountUsd', direction: 'ascending', limit: 2 })
    expect(oldest.rows.map(row => row.externalId)).toEqual(['B-1', 'B-2'])
    const { json: filtered } = await page({ filter: { minAmountUsd: 2400, text: '@X.' } })
    expect([filtered.total, filtered.rows.map(row => row.externalId)]).toEqual([2, ['B-25', 'B-24']])
    expect((await page({ filter: { text: '%' } })).json.total).toBe(0)
    const notes = `${caseIds.root}/events/purchase/B-7/notes`
    const note = { noteId: '0d7f4b0e-3a64-4b0e-8a0c-9f1c2f3b4a51', text: 'Called', attachmentIds: [] }
    expect((await bench.call('Ana', 'POST', notes, note)).status).toBe(200)
    // What the service writes is no note.
    const tags = { tags: ['vip'], baseVersion: (await bench.onCase('Max', 'B-8', '')).json.version }
    await bench.call('Max', 'PUT', `${caseIds.root}/casemanagement/cases/purchase/B-8/tags`, tags)
    const shown = async (filter: object) => (await page({ filter, limit: 50 })).json.rows.map(row => row.externalId)
    expect(await shown({ hasNotes: true })).toEqual(['B-7'])
    expect(await shown({ hasNotes: false })).toHaveLength(24)
    expect(await shown({ escalated: true })).toEqual([])
    expect(await shown({ escalated: false })).toHaveLength(25)
    expect((await page({ cursor: 'nonsense' })).status).toBe(422)
  })

  it('shows notes, the latest status, the original order and how many open cases share an entity', async () => {
    const id = await bench.queue('Linked')
    await bench.route('R1', 'ROUTETO Queue("Linked") WHEN @"purchase.request.totalAmount" > 0')
    await bench.send({ id: 'L-1', userId: 'u-1', instrument: 'pi-1', device: 'd-1' })
    await bench.send({ id: 'L-2', userId: 'u-1', instrument: 'pi-1', device: 'd-2' })
    await bench.send({ id: 'L-3', userId: 'u-3', instrument: 'pi-3', device: 'd-1' })
    await bench.send({ id: 'L-4', userId: 'u-4', instrument: 'pi-4', device: 'd-4' })
    bench.at('09:06')
    const notes = `${caseIds.root}/events/purchase/L-1/notes`
    const write = (noteId: string, parentId?: string) =>
      bench.call('Ana', 'POST', notes, { noteId, text: 'called', ...(parentId ? { parentId } : {}) })
    const [first, reply] = ['0198a000-0000-7000-8000-00000000aa01', '0198a000-0000-7000-8000-00000000aa02']
    await write(first)
    await write(reply, first)
    await bench.sendStatus('L-1', 'Pending')
    await bench.store.pool.query(
      `update event_body b set request = (b.request::jsonb || '{"originalOrderId":"L-0"}') from event_key k
       where k.event_id = b.event_id and k.external_id = 'L-1'`,
    )
    const facts = async () => Object.fromEntries((await bench.rows('Ana', id)).map(row => [row.externalId, row.facts]))
    expect(await facts()).toEqual({
      'L-1': { notes: 2, latestStatus: 'Pending', originalOrderId: 'L-0', linkedCases: 2 },
      'L-2': { notes: 0, latestStatus: null, originalOrderId: null, linkedCases: 1 },
      'L-3': { notes: 0, latestStatus: null, originalOrderId: null, linkedCases: 1 },
      'L-4': { notes: 0, latestStatus: null, originalOrderId: null, linkedCases: 0 },
    })
    await bench.onCase('Ana', 'L-2', '/lock', {})
    expect((await facts())['L-1']?.linkedCases).toBe(2)
  })

  it('counts what is overdue and what is about to miss its target', async () => {
    const id = await bench.queue('Timed', {
      sla: { firstTouchMinutes: 60, resolutionMinutes: null },
      timeoutMinutes: 120,
    })
    await bench.route('R1', 'ROUTETO Queue("Timed") WHEN @"purchase.request.totalAmount" > 0')
    await bench.send({ id: 'T-1' })
    const counts = async () => (await list('Max')).find(each => each.id === id)?.counts
    bench.at('09:49')
    expect(await counts()).toMatchObject({ pending: 1, slaAtRisk: 0, oldestEnteredAt: '2025-03-03T09:05:00.000Z' })
    bench.at('09:50')
    expect(await counts()).toMatchObject({ slaAtRisk: 1, overdue: 0 })
    await bench.onCase('Ana', 'T-1', '/lock', {})
    expect(await counts()).toMatchObject({ slaAtRisk: 0, inReview: 1 })
  })
})
