import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Assessment, AssessmentReportSettings, StoredReportSettings } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'

let bench: ConsoleBench
const ids = { Signup: '5a000000-0000-4000-8000-000000000001', Devices: randomUUID(), Points: randomUUID() }
const dayMs = 86_400_000

beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  const { db } = bench.store
  await db.deleteFrom('assessment').execute()
  await db.deleteFrom('audit_log').execute()
  for (const [name, template] of [
    ['Signup', 'MoneyTransfer'],
    ['Devices', 'DeviceFingerprinting'],
    ['Points', 'LoyaltyProgram'],
  ] as const)
    await db
      .insertInto('assessment')
      .values({
        id: ids[name],
        environment_id: places.root,
        kind: 'wizard',
        template,
        api_name: name,
        friendly_name: `Name of ${name}`,
        schema: JSON.stringify({ sections: ['metadata', 'transaction'], custom: [] }),
        settings: JSON.stringify({ sharing: 'shared', features: { caseManagement: true } }),
        observations: '[]',
        has_label: true,
        sample: '{}',
        created_by: randomUUID(),
        created_by_name: 'Test',
      })
      .execute()
})

const everything: AssessmentReportSettings = {
  reporting: true,
  amounts: true,
  amountFields: ['transaction.txnAmount'],
  filters: ['cardType', 'osFamily', 'operatingSystem', 'browserFamily', 'country'],
  dataFilters: ['transaction.currency', 'transaction.txnType', 'transaction.channel'],
  observed: [],
}
const transactionFields = ['txnAmount', 'currency', 'txnType', 'channel', 'isRecurring', 'description'].map(
  name => `transaction.${name}`,
)
const pathOf = (environment: string, name: string) => `/environments/${environment}/assessments/${name}/reports`
const readAs = (who: string, environment: string = places.root, name = 'Signup') =>
  bench.call(who, 'GET', pathOf(environment, name))
const read = async (name = 'Signup') => (await readAs('viewer', places.root, name)).json as StoredReportSettings
const save = (
  settings: object,
  { who = 'admin', environment = places.root as string, name = 'Signup', baseVersion = 0 } = {},
) => bench.call(who, 'PUT', pathOf(environment, name), { baseVersion, settings: { ...everything, ...settings } })
/** Stores the times of earlier changes, in days before now. */
const changedBefore = (...days: number[]) =>
  bench.store.db
    .updateTable('assessment')
    .set({ report_version: days.length, report_changes: days.map(ago => new Date(now.getTime() - ago * dayMs)) })
    .where('api_name', '=', 'Signup')
    .execute()

describe('the report configuration', () => {
  it.each([
    ['Signup', { ...everything }, true],
    ['Points', { ...everything, amounts: false, amountFields: [], dataFilters: [] }, false],
    ['Devices', { ...everything, reporting: false, amounts: false, amountFields: [], dataFilters: [] }, false],
  ])('of %s is that of its template before the first change', async (name, settings, hasAmounts) => {
    const stored = await read(name)
    expect(stored).toMatchObject({ version: 0, changesLeft: 5, nextChangeAt: null, settings })
    expect(stored.amountOptions.includes('transaction.txnAmount')).toBe(hasAmounts)
    expect(stored.defaults).toEqual(settings)
    expect(stored.reportable).toBe(name !== 'Devices')
  })
  it('is changed as a whole, with a line in the activity log, and the engine reads it again', async () => {
    bench.engine.reloaded.length = 0
    const after = {
      reporting: false,
      amounts: false,
      amountFields: ['transaction.txnAmount'],
      filters: ['country', 'osFamily'],
      observed: [':labelState'],
    }
    const { status, json } = await save(after)
    expect(status, JSON.stringify(json)).toBe(200)
    expect(json).toEqual(await read())
    // Filters are in the order of the product.
    const settings = { ...after, filters: ['osFamily', 'country'] }
    expect(json).toMatchObject({ settings, version: 1, changesLeft: 4 })
    expect((json as StoredReportSettings).nextChangeAt).toBe(new Date(now.getTime() + 90 * dayMs).toISOString())
    expect(bench.engine.reloaded).toEqual([places.root])
    const [entry, ...others] = await bench.store.db.selectFrom('audit_log').selectAll().execute()
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      actor_name: 'Name of admin',
      operation: 'Update',
      resource_type: 'Assessment',
      resource_name: 'Name of Signup',
      before: { reports: everything },
      after: { reports: settings },
    })
    const row = await bench.store.db
      .selectFrom('assessment')
      .select('settings')
      .where('id', '=', ids.Signup)
      .executeTakeFirstOrThrow()
    expect(row.settings).toMatchObject({ sharing: 'shared', features: { caseManagement: true, reporting: false } })
  })
  it('offers the fields of its observations and labels without personal data, and takes fields of its own', async () => {
    await bench.store.db
      .updateTable('assessment')
      .set({ observations: JSON.stringify([{ apiName: 'Outcome', template: 'AssessmentStatus' }]) })
      .where('api_name', '=', 'Signup')
      .execute()
    const { observable } = await read()
    expect(observable.slice(0, 4)).toEqual([
      'Outcome:statusDetails.statusType',
      'Outcome:statusDetails.reasonType',
      'Outcome:statusDetails.challengeType',
      ':labelSource',
    ])
    expect(observable).not.toContain(':labelObjectId')
    const observed = ['Outcome:custom.survey.answer', ':labelState']
    expect((await save({ observed })).json).toMatchObject({ settings: { observed }, version: 1 })
    expect((await read()).settings.observed).toEqual(observed)
  })
  it('has no stored fields that are personal data by now', async () => {
    const observed = [':custom.email.value', ':custom.phone', ':custom.reason']
    const dataFilters = ['transaction.txnType', 'user.id', 'custom.email.value', 'custom.tier']
    const custom = [
      { name: 'email', type: 'Object', fields: [{ name: 'value', type: 'String' }] },
      { name: 'tier', type: 'String' },
    ]
    await bench.store.db
      .updateTable('assessment')
      .set({
        schema: JSON.stringify({ sections: ['metadata', 'user', 'transaction'], custom }),
        settings: JSON.stringify({ reports: { observed, dataFilters } }),
      })
      .where('api_name', '=', 'Signup')
      .execute()
    const { settings, filterOptions } = await read()
    expect(settings.observed).toEqual([':custom.reason'])
    expect(settings.dataFilters).toEqual(['transaction.txnType', 'custom.tier'])
    expect(filterOptions.filter(path => path.startsWith('custom.'))).toEqual(['custom.tier'])
    // What is shown can be saved.
    const { status, json } = await save({ ...settings, amounts: false })
    expect(status, JSON.stringify(json)).toBe(200)
  })
  it('offers the fields of its schema as filters, in the order of the schema, at most ten together with attributes', async () => {
    const { filterOptions } = await read()
    expect(filterOptions).toEqual(transactionFields)
    const dataFilters = ['transaction.channel', 'transaction.currency']
    const saved = (await save({ dataFilters })).json as StoredReportSettings
    expect(saved.settings.dataFilters).toEqual(['transaction.currency', 'transaction.channel'])
    expect((await read()).settings).toEqual(saved.settings)
    const eleven = await save({ dataFilters: transactionFields }, { baseVersion: 1 })
    expect(eleven.status).toBe(422)
    expect(eleven.json).toMatchObject({ details: { issues: [{ path: ['settings', 'dataFilters'] }] } })
    const ten = await save({ dataFilters: transactionFields, filters: ['cardType', 'country'] }, { baseVersion: 1 })
    expect((ten.json as StoredReportSettings).settings.dataFilters).toEqual(transactionFields)
  })
  it('is found by id, and by name in any letter case', async () => {
    for (const name of [ids.Signup, ids.Signup.toUpperCase(), 'SIGNUP'])
      expect(((await readAs('admin', places.root, name)).json as StoredReportSettings).id).toBe(ids.Signup)
  })
  it('that does not change is no change', async () => {
    await changedBefore(1, 2, 3, 4, 5)
    expect((await save({}, { baseVersion: 0 })).json).toMatchObject({ version: 5, changesLeft: 0 })
    expect(await bench.store.db.selectFrom('audit_log').select('id').execute()).toEqual([])
  })
  it('is not saved over the change of somebody else', async () => {
    await save({ amounts: false })
    const late = await save({ filters: [] })
    expect([late.status, late.body.code]).toEqual([409, 'version.conflict'])
    expect((await read()).settings).toEqual({ ...everything, amounts: false })
  })
  it('is changed five times in 90 days; the oldest change makes room for the next', async () => {
    await changedBefore(89, 40, 3, 2, 1)
    expect(await read()).toMatchObject({
      changesLeft: 0,
      nextChangeAt: new Date(now.getTime() + dayMs).toISOString(),
    })
    const refused = await save({ amounts: false }, { baseVersion: 5 })
    expect([refused.status, refused.body.code]).toEqual([409, 'reports.changeLimit'])
    expect(JSON.stringify(refused.json)).toContain('2025-11-21T12:34:56')
    expect((await read()).settings.amounts).toBe(true)
    await changedBefore(90, 40, 3, 2, 1)
    expect((await save({ amounts: false }, { baseVersion: 5 })).json).toMatchObject({ version: 6, changesLeft: 0 })
  })
  it.each([
    ['Devices', { amounts: false, amountFields: [] }, ['settings', 'reporting']],
    ['Points', {}, ['settings', 'amounts']],
    ['Points', { amounts: false }, ['settings', 'amountFields', 0]],
    ['Signup', { amountFields: [] }, ['settings', 'amountFields']],
    ['Signup', { amountFields: ['transaction.txnAmount', 'transaction.txnType'] }, ['settings', 'amountFields', 1]],
    ['Signup', { filters: ['country', 'segment'] }, ['settings', 'filters', 1]],
    ['Signup', { dataFilters: ['transaction.txnType', 'transaction.other'] }, ['settings', 'dataFilters', 1]],
    // Its schema has no such section.
    ['Signup', { dataFilters: ['user.userType'] }, ['settings', 'dataFilters', 0]],
    ['Signup', { dataFilters: ['transaction channel'] }, ['settings', 'dataFilters', 0]],
    ['Signup', { dataFilters: ['transaction.channel', 'transaction.channel'] }, ['settings', 'dataFilters']],
    // It receives labels, and no such observation.
    ['Signup', { observed: [':labelState', 'Outcome:statusDetails.statusType'] }, ['settings', 'observed', 1]],
    ['Signup', { observed: [':labelObjectId'] }, ['settings', 'observed', 0]],
    ['Signup', { observed: [':custom.email'] }, ['settings', 'observed', 0]],
    ['Signup', { observed: [':labelState', ':custom.email.value'] }, ['settings', 'observed', 1]],
    ['Signup', { observed: ['labelState'] }, ['settings', 'observed', 0]],
    ['Signup', { observed: [':labelState', ':labelState'] }, ['settings', 'observed']],
  ])('of %s is refused with what its template does not have, at the field', async (name, settings, path) => {
    const { status, json } = await save(settings, { name })
    expect(status).toBe(422)
    expect(json).toMatchObject({ details: { issues: [{ path }] } })
  })
  it('is read below the root, and changed only in it', async () => {
    expect((await readAs('local', places.eu)).json).toMatchObject({ eventType: 'Signup', root: { id: places.root } })
    const { status, json } = await save({ amounts: false }, { environment: places.eu })
    expect(status).toBe(422)
    expect(json).toMatchObject({ details: { issues: [{ path: ['environmentId'] }] } })
  })
  it.each([
    ['support', places.root, 403],
    ['outsider', places.root, 404],
    ['outsider', places.foreign, 404],
    ['admin', places.foreign, 404],
    ['admin', places.root, 404, 'Elsewhere'],
    ['admin', places.root, 404, 'purchase'],
  ])('is not read by %s in %s', async (who, environment, status, name = 'Signup') => {
    expect((await readAs(who, environment, name)).status).toBe(status)
  })
  it.each([
    ['viewer', places.root, 403],
    // Engineers write assessments, but do not change what reports count.
    ['engineer', places.root, 403],
    ['outsider', places.root, 404],
  ])('is not changed by %s', async (who, environment, status) => {
    expect((await save({ amounts: false }, { who, environment })).status).toBe(status)
    expect((await read()).settings.amounts).toBe(true)
  })
})

describe('the list of assessments', () => {
  const list = (who: string, environment: string) => bench.call(who, 'GET', `/environments/${environment}/assessments`)
  it('has those of the system first, with the events of the last 24 hours in the environment and below', async () => {
    const hour = (ago: number) => new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000 - ago * 3_600_000)
    const add = (environment: string, ago: number, events: number) =>
      bench.store.db
        .insertInto('event_hour')
        .values({
          environment_id: environment,
          hour: hour(ago),
          event_type: 'Signup',
          decision: 'Approve',
          score_band: 0,
          events,
          amount_usd: 0,
        })
        .execute()
    await add(places.root, 0, 3)
    await add(places.eu, 23, 4)
    await add(places.us, 24, 50)
    const { json } = await list('viewer', places.root)
    const all = json as Assessment[]
    expect(all.map(({ eventType, kind }) => [eventType, kind])).toEqual([
      ['purchase', 'builtIn'],
      ['accountcreation', 'builtIn'],
      ['accountlogin', 'builtIn'],
      ['Signup', 'wizard'],
    ])
    expect(all.map(({ events }) => events)).toEqual([0, 0, 0, 7])
    expect(all[0]).toMatchObject({ root: null, shared: null, template: null, updatedAt: null })
    expect(all[3]).toMatchObject({ root: { id: places.root }, shared: true, template: 'MoneyTransfer' })
    expect(((await list('local', places.eu)).json as Assessment[])[3]?.events).toBe(4)
  })
  it.each([
    ['support', places.root, 403],
    ['outsider', places.root, 404],
    ['admin', places.foreign, 404],
  ])('is not read by %s in %s', async (who, environment, status) => {
    expect((await list(who, environment)).status).toBe(status)
  })
})
