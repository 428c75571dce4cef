import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AttributeValues, SummaryReport } from '../../contract/index.ts'
import { fitDelayCurve } from '../../engine/nowcast/delay-curve.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { AccessError } from '../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { expectedRates } from './model/figures/expected-rates.ts'
import { recordExport } from './record-export.ts'
import { refreshReports } from './refresh/refresh-reports.ts'
import { randomRecord } from './testing/random-records.ts'
import { storeRecords } from './testing/store-records.ts'
import {
  coveredDay as day,
  filterIds,
  isCovered,
  placeRecord,
  randomInput,
  recountDelays,
  recountSummary,
} from './testing/summary-recount.ts'

let bench: ConsoleBench
const dayMs = 86_400_000

const records = fc.sample(randomRecord, { numRuns: 1000, seed: 40 }).map(placeRecord)
const covered = records.filter(isCovered)

beforeAll(async () => {
  bench = await openConsoleBench()
  await storeRecords(bench.store.db, records)
  await refreshReports({ db: bench.store.db, clock: () => now, log: silentLog })
})
afterAll(() => bench.close())

const ask = (who: string, environment: string, input: object) =>
  bench.call(who, 'POST', `/environments/${environment}/reports/summary`, input)
async function summary(environment: string, input: object): Promise<SummaryReport> {
  const { status, json } = await ask('admin', environment, input)
  expect(status, JSON.stringify(json)).toBe(200)
  return json as SummaryReport
}
describe('figures', () => {
  it('are those of a recount of the events, with any filter', async () => {
    for (const input of fc.sample(randomInput(['DE', 'NL', '(blank)']), { numRuns: 20, seed: 41 })) {
      const { kpis, series, distributions } = await summary(places.root, input)
      const expected = recountSummary(covered, [places.root, places.eu, places.us], input)
      expect(kpis, JSON.stringify(input)).toEqual(expected.kpis)
      expect(series, JSON.stringify(input)).toEqual(expected.series)
      const total = series.transactions.map(({ volume }) => volume)
      expected.decisions.forEach((shares, index) => {
        const volumes = distributions.decisions.volumes[index] ?? []
        const whole = total[index] ?? 0
        ;[shares.approve, shares.review, shares.challenge, shares.reject].forEach((share, place) => {
          if (share === null) expect(whole).toBe(0)
          else expect((volumes[place] ?? 0) / whole).toBeCloseTo(share, 12)
        })
      })
      distributions.statuses.values.forEach((status, place) => {
        const volume = distributions.statuses.volumes.reduce((sum, volumes) => sum + (volumes[place] ?? 0), 0)
        expect(volume).toBeCloseTo(expected.statusVolume(status), 6)
      })
    }
  })
  it('expect the rates of late periods from the delays of the frauds, with any filter', async () => {
    const asOf = Math.floor(now.getTime() / dayMs) - 1
    const scope = [places.root, places.eu, places.us]
    const inputs = fc.sample(randomInput(['DE', 'NL', '(blank)']), { numRuns: 12, seed: 42 })
    const everything = {
      view: 'amount',
      from: day(60),
      to: day(123),
      scoreFrom: 0,
      scoreTo: 999,
      environmentIds: [] as string[],
      attributes: {},
    } as const
    let extrapolated = 0
    const recent = (['day', 'week', 'month'] as const).map(grain => ({ ...everything, grain }))
    for (const input of [...inputs, ...recent]) {
      const { nowcast, series } = await summary(places.root, input)
      const chosen = input.environmentIds.length === 0 ? scope : input.environmentIds
      const inScope = covered.filter(({ environmentId }) => chosen.includes(environmentId))
      const filtered = new Set(filterIds(inScope, input))
      const counted = inScope.filter(({ id }) => filtered.has(id))
      const dated = counted.filter(({ time }) => time.slice(0, 10) >= input.from && time.slice(0, 10) <= input.to)
      const { counts } = recountDelays(inScope, asOf, input.view)
      const curve = fitDelayCurve(counts, asOf, Math.floor(Date.parse(day(0)) / dayMs))
      if (!dated.some(({ bank }) => bank.some(({ type }) => type === 'Auth' || type === 'Charge'))) {
        expect(nowcast).toMatchObject({ refusal: 'noBank', periods: [] })
        continue
      }
      if (curve === null) throw new Error('Too few frauds for a test.')
      expect(nowcast).toMatchObject({ refusal: null, frauds: curve.frauds })
      const expected = expectedRates(recountDelays(dated, asOf, input.view).days, curve, asOf, input)
      extrapolated += expected.filter(period => period.expected !== null).length
      nowcast.periods.forEach((period, index) => {
        expect(period.arriving, JSON.stringify(input)).toBe(expected[index]?.arriving)
        for (const name of ['expected', 'margin', 'low', 'high'] as const) {
          const [found, reached] = [period[name], expected[index]?.[name] ?? null]
          // What became known since the last whole day is a lower limit.
          const known = name === 'margin' ? 0 : (series.fraud[index]?.rate ?? 0)
          const recounted = reached === null ? null : Math.max(reached, known)
          if (recounted === null) expect(found).toBeNull()
          else expect(found).toBeCloseTo(recounted, 9)
        }
      })
      expect(nowcast.periods).toHaveLength(expected.length)
    }
    expect(extrapolated).toBeGreaterThan(3)
  })
  it('are compared with the range of equal length before, where reports reach so far back', async () => {
    const input = { from: day(60), to: day(89) }
    const [report, before] = [
      await summary(places.root, input),
      await summary(places.root, { from: day(30), to: day(59) }),
    ]
    expect(report.previous).toEqual(before.kpis)
    expect((await summary(places.root, { from: day(29), to: day(59) })).previous).toBeNull()
  })
  it('are as of the last refresh: periods that were not over, or are cut, are partial', async () => {
    const { refreshedAt, periods, firstDay } = await summary(places.root, {
      from: '2025-11-04',
      to: '2025-11-20',
      grain: 'week',
    })
    expect({ refreshedAt, firstDay }).toEqual({ refreshedAt: now.toISOString(), firstDay: '2025-07-20' })
    expect(periods).toEqual([
      { start: '2025-11-03', partial: true },
      { start: '2025-11-10', partial: false },
      { start: '2025-11-17', partial: true },
    ])
  })
  it('values of filters are counted', async () => {
    const { json } = await bench.call('admin', 'POST', `/environments/${places.eu}/reports/attribute-values`, {})
    const { attributes } = json as AttributeValues
    const inEu = covered.filter(({ environmentId }) => environmentId === places.eu)
    const count = (country: string | null): number =>
      inEu.filter(({ attrs }) => (attrs.country || null) === country).length
    expect(Object.fromEntries(attributes.country.map(({ value, count: found }) => [value, found]))).toEqual({
      DE: count('DE'),
      NL: count('NL'),
      '(blank)': count(null),
    })
    expect(attributes.segment).toEqual([{ value: 'Shoes', count: inEu.length }])
  })
})

describe('access', () => {
  it.each(['viewer', 'engineer'])('%s reads reports', async who => {
    expect((await ask(who, places.root, { from: day(0), to: day(9) })).status).toBe(200)
  })
  it.each([
    ['support', places.root, 403],
    ['nobody', places.root, 404],
    ['outsider', places.root, 404],
    ['admin', places.foreign, 404],
  ])('%s in %s is refused', async (who, environment, status) => {
    expect((await ask(who, environment, { from: day(0), to: day(9) })).status).toBe(status)
    expect((await bench.call(who, 'POST', `/environments/${environment}/reports/attribute-values`, {})).status).toBe(
      status,
    )
  })
  it('who does not read the scores has no file of them recorded', async () => {
    const nobody = { principal: { wids: [], assignments: [] }, tree: new Map() } as unknown as EnvironmentCallContext
    const input = { environmentId: places.root, assessment: 'purchase', from: day(0), to: day(9), rows: 10 }
    await expect(recordExport(nobody, { ...input, report: 'scores' })).rejects.toThrow(AccessError)
  })
  it('a file of a report stands in the activity log; rows and dates that make no sense are refused', async () => {
    const record = (more: object = {}, who = 'viewer') =>
      bench.call(who, 'POST', `/environments/${places.root}/reports/exports`, {
        report: 'summary',
        assessment: 'purchase',
        from: day(0),
        to: day(9),
        rows: 10,
        ...more,
      })
    expect(await record()).toMatchObject({ status: 200, json: { recorded: true } })
    expect((await record({}, 'support')).status).toBe(403)
    for (const wrong of [{ rows: 10_001 }, { report: 'other' }, { from: day(9), to: day(0) }])
      expect((await record(wrong)).status).toBe(422)
    const log = await bench.store.db
      .selectFrom('audit_log')
      .select(['resource_id', 'operation', 'after', 'environment_id'])
      .where('resource_type', '=', 'Report')
      .execute()
    expect(log).toEqual([
      {
        resource_id: 'summary',
        operation: 'Export',
        after: { assessment: 'purchase', from: day(0), to: day(9), rows: 10 },
        environment_id: places.root,
      },
    ])
  })
  it('the file of a chart stands in the activity log of its environment; it needs the right to its page', async () => {
    const record = (more: object = {}, who = 'support', environment: string = places.root) =>
      bench.call(who, 'POST', `/environments/${environment}/reports/chart-exports`, {
        chart: ' Open cases ',
        fileName: 'open-cases',
        page: '/search/:eventType/:envId/:id',
        format: 'png',
        rows: 24,
        ...more,
      })
    expect(await record()).toMatchObject({ status: 200, json: { recorded: true } })
    for (const [wrong, path] of [
      [{ rows: -1 }, 'rows'],
      [{ rows: 100_001 }, 'rows'],
      [{ chart: '  ' }, 'chart'],
      [{ chart: 'x'.repeat(201) }, 'chart'],
      [{ chart: 'Open\u0000cases' }, 'chart'],
      [{ chart: 'Open\u202Ecases' }, 'chart'],
      [{ fileName: 'open \uD83D' }, 'fileName'],
      [{ fileName: 'x'.repeat(201) }, 'fileName'],
      [{ fileName: 'open\u0000cases' }, 'fileName'],
      [{ page: '/search/jane@example.com' }, 'page'],
      [{ page: 'reports/scores' }, 'page'],
      [{ format: 'exe' }, 'format'],
    ] as const) {
      const { status, json } = await record(wrong)
      expect(status).toBe(422)
      expect(json).toMatchObject({ details: { issues: [{ path: [path] }] } })
    }
    for (const [who, environment] of [
      ['nobody', places.root],
      ['outsider', places.root],
      ['admin', places.foreign],
    ] as const)
      expect((await record({}, who, environment)).status).toBe(404)
    expect(await record({ page: '/reports/scores' })).toMatchObject({
      status: 403,
      json: { details: { capability: 'reports.scores' } },
    })
    expect((await record({ page: '/reports/monitor' })).status).toBe(403)
    const log = await bench.store.db
      .selectFrom('audit_log')
      .select(['resource_id', 'resource_name', 'operation', 'after', 'environment_id'])
      .where('resource_type', '=', 'Chart')
      .execute()
    expect(log).toEqual([
      {
        resource_id: '/search/:eventType/:envId/:id',
        resource_name: 'Open cases',
        operation: 'Export',
        after: { fileName: 'open-cases', format: 'png', rows: 24 },
        environment_id: places.root,
      },
    ])
  })
  it.each([
    [{ from: day(9), to: day(8) }, ['to']],
    [{ from: '2025-07-19', to: day(8) }, ['from']],
    [{ from: day(9), to: '2025-11-21' }, ['to']],
    [{ from: day(0), to: day(9), scoreFrom: 500, scoreTo: 499 }, ['scoreTo']],
    [{ from: day(0), to: day(9), scoreTo: 1000 }, ['scoreTo']],
    [{ from: day(0), to: day(9), environmentIds: [places.us] }, ['environmentIds', 0]],
  ])('%j is refused at its field', async (input, path) => {
    const { status, json } = await ask('admin', places.eu, input)
    expect(status).toBe(422)
    expect(json).toMatchObject({ details: { issues: [{ path }] } })
  })
})

// Last, because it changes what the others count.
describe('the refresh', () => {
  const total = async (): Promise<number> =>
    (await summary(places.us, { from: day(5), to: day(123) })).kpis.transactionVolume
  const refreshAt = (time: number) =>
    refreshReports({ db: bench.store.db, clock: () => new Date(time), log: silentLog })
  it('is made once a day, and sooner in an environment that has grown to more than double', async () => {
    const { db } = bench.store
    const before = await total()
    const remove = (count: number) =>
      sql`delete from event where event_id in (select event_id from event where environment_id = ${places.us}::uuid
        and at >= ${day(10)}::timestamptz order by at, event_id limit ${count})`.execute(db)
    await remove(3)
    await refreshAt(now.getTime() + 3_600_000)
    expect(await total()).toBe(before)
    await refreshAt(now.getTime() + dayMs)
    expect(await total()).toBe(before - 3)
    const hour = { environment_id: places.us, event_type: 'purchase', hour: now, decision: 'Approve', score_band: 1 }
    await db
      .insertInto('event_hour')
      .values({ ...hour, events: 4 * before, amount_usd: 0 })
      .execute()
    await remove(2)
    await refreshAt(now.getTime() + dayMs + 3_600_000)
    expect(await total()).toBe(before - 5)
  })
})
