import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ReportAlert } from '../../contract/index.ts'
import { newId } from '../../kernel/store/new-id.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../cases/testing/case-bench.ts'
import { checkAlerts } from './alerts/check-alerts.ts'
import { day, names, reportCalls } from './testing/report-calls.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  bench.at(day(10))
})

const { review, decideAll } = reportCalls(() => bench)
const path = (environmentId: string = caseIds.root) => `${environmentId}/casemanagement/report/alerts`
const settings = { name: 'Too many', metric: 'queueSize', comparison: 'higherThan', value: 2 }
const create = (more: object = {}, as = 'Max', id: string = randomUUID()) =>
  bench.call<ReportAlert & { details: { issues: { path: string[] }[] } }>(as, 'PUT', `${path()}/${id}`, {
    settings: { ...settings, ...more },
  })
const list = async (as = 'Max', environmentId?: string) =>
  (await bench.call<ReportAlert[]>(as, 'GET', path(environmentId))).json
const check = () => checkAlerts({ ports: { db: bench.store.db, clock: bench.now, newId }, live: bench.live })
const notices = () =>
  bench.store.db
    .selectFrom('notification')
    .select(['event', 'user_id', 'params'])
    .where('event', '=', 'ReportAlert')
    .execute()

describe('alerts of the report', () => {
  it('managers create, change and delete them; those who read the report see them', async () => {
    const id = randomUUID()
    const made = await create({}, 'Max', id)
    expect(made.json).toMatchObject({ id, name: 'Too many', owner: { name: 'Max' }, pauseReason: null, checked: null })
    expect((await create({}, 'Max', id)).status).toBe(200)
    expect((await create({ value: 3 }, 'Max', id)).code).toBe('resource.exists')
    const changed = await bench.call<ReportAlert>('Pia', 'PATCH', `${path()}/${id}`, {
      baseVersion: 1,
      settings: { ...settings, enabled: false },
    })
    expect(changed.json).toMatchObject({
      owner: { name: 'Pia' },
      enabled: false,
      pauseReason: 'switchedOff',
      version: 2,
    })
    const late = await bench.call('Max', 'PATCH', `${path()}/${id}`, { baseVersion: 1, settings })
    expect(late.status).toBe(409)
    expect(await list('Vera')).toHaveLength(1)
    expect((await bench.call('Max', 'DELETE', `${path()}/${id}`, { baseVersion: 2 })).json).toEqual({ removed: true })
    expect(await list()).toEqual([])
    const audit = await bench.store.db
      .selectFrom('audit_log')
      .select('operation')
      .where('resource_type', '=', 'CaseReportAlert')
      .orderBy('at')
      .execute()
    expect(audit.map(({ operation }) => operation).sort()).toEqual(['Create', 'Delete', 'Update'])
  })

  it('nobody else changes them', async () => {
    const { json } = await create()
    expect((await create({ name: 'Other' }, 'Vera')).status).toBe(403)
    expect((await create({ name: 'Other' }, 'Ana')).status).toBe(403)
    expect((await create({ name: 'Other' }, 'Outsider')).status).toBe(404)
    expect((await bench.call('Ana', 'GET', path())).status).toBe(403)
    const elsewhere = await bench.call('Max', 'DELETE', `${path(caseIds.eu)}/${json.id}`, { baseVersion: 1 })
    expect(elsewhere.status).toBe(404)
    expect(await list('Max', caseIds.eu)).toEqual([])
    expect(await list()).toHaveLength(1)
  })

  it('what makes no sense is refused with the name of the field', async () => {
    await create()
    const refused = async (more: object) => {
      const { status, json } = await create(more)
      return [status, json.details.issues[0]?.path]
    }
    expect(await refused({ name: 'TOO MANY' })).toEqual([422, ['settings', 'name']])
    expect(await refused({ name: 'Other', queueIds: [randomUUID()] })).toEqual([422, ['settings', 'queueIds', 0]])
    expect(await refused({ name: 'Other', metric: 'weather' })).toEqual([422, ['settings', 'metric']])
  })
})

describe('the check of alerts', () => {
  it('the owner is notified once a day', async () => {
    await create()
    await review(names('order', 3))
    await check()
    expect(await notices()).toEqual([])
    bench.at(day(10, '09:16'))
    await bench.tick()
    await check()
    await check()
    bench.at(day(10, '12:00'))
    await check()
    expect(await notices()).toEqual([{ event: 'ReportAlert', user_id: bench.people.Max, params: { name: 'Too many' } }])
    expect((await list())[0]).toMatchObject({ checked: { at: day(10, '12:00').toISOString(), value: 3 } })
    bench.at(day(11, '08:00'))
    await check()
    expect(await notices()).toHaveLength(2)
  })

  it('an alert is switched off when its owner may not read the report any more', async () => {
    await create({ value: 0 })
    await review(['order'])
    bench.at(day(10, '09:16'))
    await bench.tick()
    const { db } = bench.store
    const ofMax = db
      .selectFrom('role_assignment')
      .selectAll()
      .where('principal_id', '=', bench.people.Max ?? '')
    const assignments = await ofMax.execute()
    await db
      .deleteFrom('role_assignment')
      .where('principal_id', '=', bench.people.Max ?? '')
      .execute()
    await check()
    await db.insertInto('role_assignment').values(assignments).execute()
    expect((await list())[0]).toMatchObject({ enabled: false, pauseReason: 'ownerLostAccess' })
    expect(await notices()).toEqual([])
    bench.at(day(10, '10:00'))
    await check()
    expect(await notices()).toEqual([])
  })

  it.each([
    ['approveShare', 0.75],
    ['rejectShare', 0.25],
    ['timeoutRate', 0.2],
    ['queueSize', 1],
    ['oldestAgeHours', 24],
    ['generalShare', 1],
    ['overturnRate', null],
    ['slaBreachRate', null],
  ])('%s is the figure of the report', async (metric, value) => {
    await review(['timed'])
    bench.at(day(10, '09:30'))
    await review(names('order', 5))
    bench.at(day(10, '12:00'))
    await decideAll('Max', names('order', 3))
    await decideAll('Max', ['order-4'], 'Reject', 'Abuse')
    bench.at(day(11, '09:05'))
    await bench.tick()
    await bench.store.db
      .updateTable('review_case')
      .set({ entered_queue_at: day(10, '09:05') })
      .where('external_id', '=', 'order-5')
      .execute()
    await create({ metric, period: '7d' })
    await check()
    expect((await list())[0]?.checked?.value).toBe(value)
  })
})
