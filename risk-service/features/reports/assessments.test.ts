import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AttributeValues, ReportedAssessment, SummaryReport, ThreatsReport } from '../../contract/index.ts'
import type { AssessmentInfo } from '../../engine/assessments/assessment-info.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { refreshReports } from './refresh/refresh-reports.ts'
import { type ReportCall, reportScopeOf } from './summary/report-scope.ts'
import { randomRecord } from './testing/random-records.ts'
import { loginForm, storeRecords, tenantForm } from './testing/store-records.ts'
import { coveredDay, isCovered, placeRecord, randomInput, recountSummary } from './testing/summary-recount.ts'

let bench: ConsoleBench
/** The tenant assessment of the bench. */
const tenantType = 'Signup'
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1'

const sample = (seed: number) =>
  fc
    .sample(randomRecord, { numRuns: 600, seed })
    .map(placeRecord)
    .map((record, index) => {
      const userAgent = [chrome, safari, ''][index % 3] ?? ''
      return {
        ...record,
        userAgent,
        ...(index % 2 === 0 ? { javaScript: index % 4 === 0 ? 'true' : 'False', botScore: index } : {}),
        attrs: { ...record.attrs, browserFamily: ['Chrome', 'Safari', null][index % 3] ?? null },
      }
    })
/** No bank speaks of logins. */
const logins = sample(50).map(record => ({ ...record, bank: [], chargebacks: [], refunds: [] }))
/** No observation of a tenant assessment is a refund. */
const tenantEvents = sample(51).map(record => ({ ...record, refunds: [] }))

const storeAssessment = (kind: { apiName: string; template: string; settings?: object }) =>
  bench.store.db
    .insertInto('assessment')
    .values({
      id: randomUUID(),
      environment_id: places.root,
      kind: 'wizard',
      template: kind.template,
      api_name: kind.apiName,
      friendly_name: kind.apiName,
      schema: JSON.stringify({ sections: ['metadata'], custom: [] }),
      settings: JSON.stringify(kind.settings ?? {}),
      observations: JSON.stringify([
        { apiName: 'Outcome', template: 'AssessmentStatus' },
        { apiName: 'BankAnswer', template: 'Bank' },
        { apiName: 'Dispute', template: 'Chargeback' },
        { apiName: 'Survey', template: 'Custom' },
      ]),
      has_label: true,
      sample: '{}',
      created_by: randomUUID(),
      created_by_name: 'Test',
    })
    .execute()

beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  await storeAssessment({ apiName: tenantType, template: 'MoneyTransfer' })
  await storeAssessment({ apiName: 'Unscored', template: 'Custom', settings: { features: { reporting: true } } })
  await storeAssessment({
    apiName: 'Uncounted',
    template: 'MoneyTransfer',
    settings: { features: { reporting: false } },
  })
  await storeRecords(db, logins, loginForm)
  await storeRecords(db, tenantEvents, tenantForm(tenantType))
  await storeRecords(db, tenantEvents.slice(0, 60), tenantForm('Unscored'))
  await storeRecords(db, tenantEvents.slice(0, 60), tenantForm('Uncounted'))
  await refreshReports({ db, clock: () => now, log: silentLog })
})
afterAll(() => bench.close())

const ask = (who: string, environment: string, input: object) =>
  bench.call(who, 'POST', `/environments/${environment}/reports/summary`, input)
async function summary(environment: string, input: object): Promise<SummaryReport> {
  const { status, json } = await ask('admin', environment, input)
  expect(status, JSON.stringify(json)).toBe(200)
  return json as SummaryReport
}
const range = { from: coveredDay(0), to: coveredDay(122) }

describe.each<[string, ReturnType<typeof sample>]>([
  ['accountlogin', logins],
  [tenantType, tenantEvents],
])('figures of %s', (assessment, records) => {
  it('are those of a recount of the events, with any filter', async () => {
    const covered = records.filter(isCovered)
    for (const input of fc.sample(randomInput(['DE', 'NL', '(blank)']), { numRuns: 12, seed: 52 })) {
      const filtered = {
        ...input,
        attributes: { ...input.attributes, browserFamily: input.view === 'count' ? ['Chrome', '(blank)'] : [] },
      }
      const { kpis, series } = await summary(places.root, { ...filtered, assessment })
      const expected = recountSummary(covered, [places.root, places.eu, places.us], filtered)
      expect(kpis, JSON.stringify(input)).toEqual(expected.kpis)
      expect(series, JSON.stringify(input)).toEqual(expected.series)
    }
  })
  it('values of filters are those of its own events', async () => {
    const { json } = await bench.call('admin', 'POST', `/environments/${places.eu}/reports/attribute-values`, {
      assessment,
    })
    const { attributes } = json as AttributeValues
    const inEu = records.filter(record => isCovered(record) && record.environmentId === places.eu)
    const count = (browser: string | null) => inEu.filter(({ attrs }) => attrs.browserFamily === browser).length
    expect(Object.fromEntries(attributes.browserFamily.map(({ value, count: found }) => [value, found]))).toEqual({
      Chrome: count('Chrome'),
      Safari: count('Safari'),
      '(blank)': count(null),
    })
    expect(attributes.operatingSystem.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['Windows 10', 'iOS 17.1']),
    )
  })
})

it('logins are filtered by the score of their bot model, and by whether scripts ran', async () => {
  const covered = logins.filter(record => isCovered(record) && record.environmentId === places.root)
  const count = async (input: object) =>
    (await summary(places.root, { ...range, environmentIds: [places.root], assessment: 'accountlogin', ...input })).kpis
      .transactionVolume
  const inRange = covered.filter(({ time }) => time.slice(0, 10) <= range.to)
  const bots = inRange.filter(({ botScore = -1 }) => botScore >= 100 && botScore <= 309)
  expect(bots.length).toBeGreaterThan(5)
  expect(await count({ scoreType: 'bot', scoreFrom: 105, scoreTo: 300 })).toBe(bots.length)
  const withScripts = inRange.filter(({ javaScript }) => javaScript === 'False')
  expect(await count({ attributes: { javaScript: ['false'] } })).toBe(withScripts.length)
  const { json } = await bench.call('admin', 'POST', `/environments/${places.root}/reports/threats`, {
    ...range,
    assessment: 'accountlogin',
    environmentIds: [places.root],
  })
  expect((json as ThreatsReport).entity).toMatchObject({ attribute: 'javaScript' })
  expect((json as ThreatsReport).entity.rows.find(({ value }) => value === 'false')?.volume).toBe(withScripts.length)
})

it('an event for which no rule asked the model has no score', async () => {
  const { db } = bench.store
  const scores = () =>
    db
      .selectFrom('report_transaction')
      .innerJoin('event', 'event.event_id', 'report_transaction.event_id')
      .select(['event.event_id', 'report_transaction.score', 'event.risk_score'])
      .where('report_transaction.event_type', '=', tenantType)
      .orderBy('event.event_id')
      .execute()
  const [first, ...others] = await scores()
  expect(first?.score).toBe(first?.risk_score)
  await db
    .updateTable('event_body')
    .set({ explanation: JSON.stringify({ contributions: [] }) })
    .where('event_id', '=', first?.event_id ?? '')
    .execute()
  await db.deleteFrom('report_refresh').execute()
  await refreshReports({ db, clock: () => now, log: silentLog })
  const [again, ...same] = await scores()
  expect(again?.score).toBeLessThan(0)
  expect(same).toEqual(others)
})

it('no rate is expected of logins, which no bank answers', async () => {
  const { nowcast } = await summary(places.root, { ...range, assessment: 'accountlogin' })
  expect(nowcast).toMatchObject({ refusal: 'noBank', periods: [] })
})

it('purchases, of which there are none, have no data', async () => {
  expect(await summary(places.root, range)).toMatchObject({ hasData: false, kpis: { transactionVolume: 0 } })
})

it('events of a template without a model have no score, and those of an assessment that is off are not stored', async () => {
  const rows = await bench.store.db
    .selectFrom('report_transaction')
    .select(['event_type', 'score'])
    .distinct()
    .where('event_type', 'in', ['Unscored', 'Uncounted'])
    .execute()
  expect(rows).toEqual([{ event_type: 'Unscored', score: -10 }])
})

describe('the list of assessments', () => {
  const list = (who: string, environment: string) =>
    bench.call(who, 'GET', `/environments/${environment}/reports/assessments`)
  it('names those of the system and of the tenant', async () => {
    const { json } = await list('viewer', places.eu)
    expect((json as { assessments: ReportedAssessment[] }).assessments.map(({ eventType }) => eventType)).toEqual([
      'purchase',
      'accountcreation',
      'accountlogin',
      tenantType,
    ])
  })
  it.each([
    ['support', places.root, 403],
    ['outsider', places.root, 404],
    ['admin', places.foreign, 404],
  ])('%s in %s is refused', async (who, environment, status) => {
    expect((await list(who, environment)).status).toBe(status)
    expect((await ask(who, environment, { ...range, assessment: tenantType })).status).toBe(status)
  })
})

describe('the data filters of an assessment', () => {
  it('are the attributes that reports offer, and the first is the entity of threats', async () => {
    const { assessments: ofEngine } = bench.engine
    const all = ofEngine(places.root)
    const values = async () =>
      (
        (await bench.call('admin', 'POST', `/environments/${places.root}/reports/attribute-values`, {
          assessment: tenantType,
        })) as { json: AttributeValues }
      ).json.attributes
    const entity = async () =>
      (
        (await bench.call('admin', 'POST', `/environments/${places.root}/reports/threats`, {
          ...range,
          assessment: tenantType,
        })) as { json: ThreatsReport }
      ).json.entity.attribute
    expect((await values()).browserFamily).not.toEqual([])
    expect(await entity()).toBe('cardType')
    bench.engine.assessments = () =>
      all.map(each => (each.key === tenantType ? { ...each, reportFilters: ['osFamily', 'country'] } : each))
    try {
      const offered = await values()
      expect(offered.browserFamily).toEqual([])
      expect(offered.osFamily).not.toEqual([])
      expect(await entity()).toBe('osFamily')
      const chosen = (name: string) =>
        bench.call('admin', 'POST', `/environments/${places.root}/reports/threats`, {
          ...range,
          assessment: tenantType,
          entity: name,
        })
      expect((await chosen('country')).status).toBe(200)
      // Events have it, but the configuration does not offer it.
      const refused = await chosen('browserFamily')
      expect(refused.status).toBe(422)
      expect(refused.json).toMatchObject({ details: { issues: [{ path: ['entity'] }] } })
      const { json } = await bench.call('viewer', 'GET', `/environments/${places.root}/reports/assessments`)
      const found = (json as { assessments: ReportedAssessment[] }).assessments
      expect(found.find(({ eventType }) => eventType === tenantType)?.filters).toEqual(['osFamily', 'country'])
      // The choice of the configuration holds for every caller, not only for what the console offers.
      const filtered = await ask('admin', places.root, {
        ...range,
        assessment: tenantType,
        attributes: { browserFamily: ['Chrome'] },
      })
      expect(filtered).toMatchObject({
        status: 422,
        json: { details: { issues: [{ path: ['attributes', 'browserFamily'] }] } },
      })
    } finally {
      bench.engine.assessments = ofEngine
    }
  })
})

describe('a report is refused', () => {
  it('for an assessment that the environment does not have', async () => {
    expect((await ask('admin', places.root, { ...range, assessment: 'Elsewhere' })).status).toBe(404)
  })
  it('for an attribute that events of the assessment do not have, at its field', async () => {
    const { status, json } = await ask('admin', places.root, {
      ...range,
      assessment: 'accountlogin',
      attributes: { segment: ['Shoes'] },
    })
    expect(status).toBe(422)
    expect(json).toMatchObject({ details: { issues: [{ path: ['attributes', 'segment'] }] } })
  })
  it.each(['summary', 'scores', 'threats', 'rules', 'older-months'])(
    'for amounts that events lack: %s',
    async report => {
      const ofEngine = bench.engine.assessments
      const all = bench.engine.assessments(places.root)
      bench.engine.assessments = () => all.map(each => ({ ...each, amounts: false }))
      try {
        const { status, json } = await bench.call('admin', 'POST', `/environments/${places.root}/reports/${report}`, {
          ...(report === 'older-months' ? {} : range),
          assessment: 'accountlogin',
          view: 'amount',
        })
        expect(status).toBe(422)
        expect(json).toMatchObject({ details: { issues: [{ path: ['view'] }] } })
      } finally {
        bench.engine.assessments = ofEngine
      }
    },
  )
  it('for an environment outside of the one that is open, at its field', async () => {
    const { status, json } = await ask('admin', places.eu, {
      ...range,
      assessment: tenantType,
      environmentIds: [places.us],
    })
    expect(status).toBe(422)
    expect(json).toMatchObject({ details: { issues: [{ path: ['environmentIds', 0] }] } })
  })
  it('for an assessment that is off', () => {
    const off: Pick<AssessmentInfo, 'key' | 'name' | 'reports' | 'amounts'> = {
      key: 'Coupons',
      name: 'Coupons',
      reports: false,
      amounts: false,
    }
    const call = { scope: [places.root], engine: { assessments: () => [off] } } as unknown as ReportCall
    const input = { environmentId: places.root, environmentIds: [], assessment: 'Coupons' }
    expect(() => reportScopeOf(call, input)).toThrow(expect.objectContaining({ data: { reason: 'reports.off' } }))
  })
})
