import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AttributeValues, ReportedAssessment, SummaryReport, ThreatsReport } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { followReports } from './refresh/follow-reports.ts'
import { refreshReports } from './refresh/refresh-reports.ts'
import { randomRecord } from './testing/random-records.ts'
import { storeRecords, tenantForm } from './testing/store-records.ts'
import { coveredDay, isCovered, placeRecord, randomInput, recountSummary } from './testing/summary-recount.ts'
import { insertTenantAssessment, tenantType } from './testing/tenant-assessment.ts'

const [type, recurring, fee, level] = [
  'transaction.txnType',
  'transaction.isRecurring',
  'custom.fee',
  'custom.inner.level',
] as const
const fields = [type, recurring, fee, level]
const cycle = { rest: () => Promise.resolve() }
let passes = 0

/** What events have in their bodies: texts, switches, numbers, and nothing. */
const valuesAt = (index: number) => ({
  [type]: ['Debit', 'Credit', '', undefined][index % 4],
  [recurring]: [true, false, null][index % 3],
  [fee]: [1.5, 2, 0, 'none', ['3']][index % 5],
  [level]: index % 2 === 0 ? 'gold, and more' : undefined,
})
/** The same as reports write it; null: nothing. */
const textsAt = (index: number): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(valuesAt(index)).map(([path, value]) => [
      path,
      ['string', 'number', 'boolean'].includes(typeof value) && value !== '' ? String(value) : null,
    ]),
  )
const records = fc
  .sample(randomRecord, { numRuns: 500, seed: 125 })
  .map(placeRecord)
  .map((record, index) => ({ ...record, refunds: [], attrs: Object.assign({}, record.attrs, textsAt(index)) }))

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  await insertTenantAssessment(db, {
    custom: [
      { name: 'fee', type: 'Double' },
      { name: 'inner', type: 'Object', fields: [{ name: 'level', type: 'String' }] },
    ],
    reports: { dataFilters: fields },
  })
  await storeRecords(db, records, tenantForm(tenantType))
  for (const [index, { id }] of records.entries()) {
    const values = valuesAt(index)
    const body = {
      transaction: { txnType: values[type], isRecurring: values[recurring] },
      custom: { fee: values[fee], inner: { level: values[level] } },
    }
    await sql`update event_body b set request = ${JSON.stringify(body)}
      from event_key k where k.event_id = b.event_id and k.external_id = ${id}`.execute(db)
  }
  offer(fields)
  await refreshReports({ db, clock: () => now, log: silentLog })
})
afterAll(() => bench.close())

/** Has the engine offer fields, as it does after a change of the configuration. */
function offer(paths: readonly string[]): void {
  const { assessments } = bench.engine
  bench.engine.assessments = environmentId =>
    assessments(environmentId).map(each => (each.key === tenantType ? { ...each, dataFilters: paths } : each))
}
/** Stores the choice of an assessment. */
const choose = (paths: readonly string[]) =>
  sql`update assessment set settings = ${JSON.stringify({ reports: { dataFilters: paths } })}
    where api_name = ${tenantType}`.execute(bench.store.db)
/** Has reports follow what happened. */
async function follow(): Promise<void> {
  passes += 1
  const clock = () => new Date(now.getTime() + passes * 60_000)
  await followReports({ db: bench.store.db, clock, log: silentLog }, { cycle })
}

const whole = { from: coveredDay(0), to: coveredDay(122), assessment: tenantType }
const ask = (report: string, input: object, who = 'viewer', environment: string = places.root) =>
  bench.call(who, 'POST', `/environments/${environment}/reports/${report}`, { ...whole, ...input })
async function answer<Answer>(report: string, input: object): Promise<Answer> {
  const { status, json } = await ask(report, input)
  expect(status, JSON.stringify(json)).toBe(200)
  return json as Answer
}
const covered = records.filter(isCovered)
const scope: readonly string[] = [places.root, places.eu, places.us]
const randomFields = fc.record({
  [type]: fc.subarray(['Debit', 'Credit', '(blank)', 'Elsewhere']),
  [recurring]: fc.subarray(['true', 'false']),
  [fee]: fc.subarray(['1.5', '2', '0', 'none', '(blank)'], { minLength: 3 }),
  [level]: fc.subarray(['gold, and more']),
})

describe('figures with values of fields', () => {
  it('are those of a recount of the events, with any filter', async () => {
    const inputs = fc.sample(fc.tuple(randomInput(['DE', 'NL', '(blank)']), randomFields), { numRuns: 25, seed: 126 })
    let counted = 0
    for (const [input, dataFilters] of inputs) {
      const { kpis, series } = await answer<SummaryReport>('summary', { ...input, dataFilters })
      const expected = recountSummary(covered, scope, {
        ...input,
        attributes: { ...input.attributes, ...dataFilters },
      })
      expect(kpis, JSON.stringify([input, dataFilters])).toEqual(expected.kpis)
      expect(series, JSON.stringify([input, dataFilters])).toEqual(expected.series)
      counted += kpis.transactionVolume
    }
    expect(counted).toBeGreaterThan(0)
  })
  it.each(['rules', 'scores', 'threats'])('are narrowed in %s as well', async report => {
    const { kpis } = await answer<{ kpis: SummaryReport['kpis'] }>(report, {
      ...(report === 'rules' ? { decisionRules: [] } : {}),
      dataFilters: { [type]: ['Debit'] },
    })
    const expected = recountSummary(covered, scope, {
      view: 'count',
      grain: 'day',
      from: whole.from,
      to: whole.to,
      scoreFrom: 0,
      scoreTo: 999,
      environmentIds: [],
      attributes: { [type]: ['Debit'] },
    })
    const { transactionVolume } = expected.kpis as SummaryReport['kpis']
    expect(transactionVolume).toBeGreaterThan(20)
    // The report of rules counts the transactions that a rule decided.
    const ruled = covered.filter(
      ({ environmentId, attrs, rule, time }) =>
        scope.includes(environmentId) && attrs[type] === 'Debit' && rule !== null && time.slice(0, 10) <= whole.to,
    ).length
    expect(kpis.transactionVolume).toBe(report === 'rules' ? ruled : transactionVolume)
  })
})

it('values are listed with their counts, those of an environment and the ones below it', async () => {
  const { dataFilters } = await answer<AttributeValues>('attribute-values', {})
  const counts = (path: string) => {
    const sums: Record<string, number> = {}
    for (const { attrs, environmentId } of covered) {
      if (!scope.includes(environmentId)) continue
      const value = (attrs as Record<string, string | null>)[path] ?? '(blank)'
      sums[value] = (sums[value] ?? 0) + 1
    }
    return sums
  }
  expect(dataFilters.map(({ field }) => field)).toEqual(fields)
  for (const { field, values } of dataFilters)
    expect(Object.fromEntries((values ?? []).map(({ value, count }) => [value, count])), field).toEqual(counts(field))
})

it('a field is an entity of threats', async () => {
  const { entity } = await answer<ThreatsReport>('threats', { entity: recurring })
  const inRange = covered.filter(
    ({ environmentId, time }) => scope.includes(environmentId) && time.slice(0, 10) <= whole.to,
  )
  const count = (value: string | null) => inRange.filter(({ attrs }) => attrs[recurring] === value).length
  expect(entity.attribute).toBe(recurring)
  expect(Object.fromEntries(entity.rows.map(({ value, volume }) => [value, volume]))).toEqual({
    true: count('true'),
    false: count('false'),
    '(blank)': count(null),
  })
})

it('an assessment is listed with its fields', async () => {
  const { json } = await bench.call('viewer', 'GET', `/environments/${places.eu}/reports/assessments`)
  const { assessments } = json as { assessments: ReportedAssessment[] }
  expect(assessments.find(({ eventType }) => eventType === tenantType)?.dataFilters).toEqual(fields)
  expect(assessments.find(({ eventType }) => eventType === 'purchase')?.dataFilters).toEqual([])
})

describe('a report is refused', () => {
  it.each(['summary', 'rules', 'scores', 'score-profit', 'threats'])(
    'for a field that the assessment does not offer, at the field: %s',
    async report => {
      const { status, json } = await ask(report, { dataFilters: { 'transaction.channel': ['web'] } })
      expect(status).toBe(422)
      expect(json).toMatchObject({ details: { issues: [{ path: ['dataFilters', 'transaction.channel'] }] } })
    },
  )
  it('for an entity that is none of its fields', async () => {
    const { status, json } = await ask('threats', { entity: 'transaction.channel' })
    expect(status).toBe(422)
    expect(json).toMatchObject({ details: { issues: [{ path: ['entity'] }] } })
  })
  it('for a field of another assessment', async () => {
    expect((await ask('summary', { assessment: 'purchase', dataFilters: { [type]: ['Debit'] } })).status).toBe(422)
  })
  it.each([
    ['support', places.root, 403],
    ['outsider', places.root, 404],
    ['admin', places.foreign, 404],
  ])('for %s in %s', async (who, environment, status) => {
    expect((await ask('attribute-values', {}, who, environment)).status).toBe(status)
    expect((await ask('summary', { dataFilters: { [type]: ['Debit'] } }, who, environment)).status).toBe(status)
  })
})

describe('a field that was chosen a moment ago', () => {
  it('is refused until its values are read, and then counts all transactions', async () => {
    await choose([type])
    await follow()
    offer([type, fee])
    await choose([type, fee])
    const input = { dataFilters: { [fee]: ['1.5'] } }
    const refused = await ask('summary', input)
    expect([refused.status, refused.body.code]).toEqual([409, 'reports.dataFilterPending'])
    expect((await ask('threats', { entity: fee })).status).toBe(409)
    // Other reports stay as they are, and nothing is offered to choose.
    expect((await ask('summary', { dataFilters: { [type]: ['Debit'] } })).status).toBe(200)
    const pending = await answer<AttributeValues>('attribute-values', {})
    expect(pending.dataFilters.find(({ field }) => field === fee)).toEqual({ field: fee, values: null })
    await follow()
    const { kpis } = await answer<SummaryReport>('summary', input)
    const expected = covered.filter(
      ({ environmentId, attrs, time }) =>
        scope.includes(environmentId) && attrs[fee] === '1.5' && time.slice(0, 10) <= whole.to,
    )
    expect(kpis.transactionVolume).toBe(expected.length)
    expect(expected.length).toBeGreaterThan(20)
  })
  it.each(['Error', 'SoftDeleting'])('does not wait for an environment that is %s', async status => {
    const channel = 'transaction.channel'
    const setStatus = (value: string) =>
      sql`update environment set status = ${value} where id = ${places.us}`.execute(bench.store.db)
    let asked = 0
    /** Whether a report by the field, a table of its values and their list are available. */
    const availability = async () => {
      // An answer to the same question would be the stored one.
      const values = [`${status} ${(asked += 1)}`]
      const { dataFilters } = await answer<AttributeValues>('attribute-values', {})
      return [
        (await ask('summary', { dataFilters: { [channel]: values } })).status,
        (await ask('threats', { entity: channel, dataFilters: { [type]: values } })).status,
        dataFilters.find(({ field }) => field === channel)?.values !== null,
      ]
    }
    offer([type, fee, channel])
    await choose([type, fee, channel])
    await sql`update report_refresh
      set fields = array_remove(fields, ${`${tenantType}/filter=${channel}`})`.execute(bench.store.db)
    await setStatus(status)
    try {
      // The others are read with the next pass.
      expect(await availability()).toEqual([409, 409, false])
      await follow()
      expect(await availability()).toEqual([200, 200, true])
    } finally {
      await setStatus('Active')
    }
    expect(await availability()).toEqual([409, 409, false])
    await follow()
    expect(await availability()).toEqual([200, 200, true])
  })
  it('leaves no values behind once its events are gone', async () => {
    const { db } = bench.store
    const values = () =>
      db.selectFrom('report_value').select('value').where('attribute', '=', fee).where('value', '=', '1.5').execute()
    expect(await values()).not.toEqual([])
    await sql`delete from event where event_id in (
      select b.event_id from event_body b where b.request::jsonb #>> '{custom,fee}' = '1.5')`.execute(db)
    // A day later an environment is read whole.
    await refreshReports({ db, clock: () => new Date(now.getTime() + 25 * 3_600_000), log: silentLog })
    expect(await values()).toEqual([])
  })
})
