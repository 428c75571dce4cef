import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  productionBranch,
  type ScoreProfit,
  type ScoreReport,
  type ScoreSeries,
  type ScoreTarget,
} from '../../contract/index.ts'
import { type ConsoleBench, now, places } from '../../http/console-api/testing/console-bench.ts'
import { rejectingScoreOf } from './scores/cutoff-in-force.ts'
import { calculate } from './testing/calculate.ts'
import { covered, openReportBench } from './testing/report-bench.ts'
import type { PlacedRecord } from './testing/store-records.ts'
import { coveredDay as day, filterIds, randomInput } from './testing/summary-recount.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openReportBench()
})
afterAll(() => bench.close())

const ask = (who: string, environment: string, path: string, input: object) =>
  bench.call(who, 'POST', `/environments/${environment}/reports/${path}`, input)
async function answer<Output>(path: string, input: object, environment: string = places.root): Promise<Output> {
  const { status, json } = await ask('admin', environment, path, input)
  expect(status, JSON.stringify(json)).toBe(200)
  return json as Output
}

type Row = Record<string, number | null>
const closeTo = (value: number | null) => (value === null ? null : expect.closeTo(value, 9))
const approximate = (rows: readonly Row[]) =>
  rows.map(row => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, closeTo(value)])))

type RandomInput = ReturnType<typeof randomInput> extends fc.Arbitrary<infer Input> ? Input : never

/** Returns the records of a filter, chosen one by one. */
function chosen({ from, to, environmentIds, attributes, scoreFrom, scoreTo }: RandomInput): PlacedRecord[] {
  const scope: readonly string[] = environmentIds.length === 0 ? [places.root, places.eu, places.us] : environmentIds
  const rows = covered.filter(
    ({ environmentId, time }) => scope.includes(environmentId) && time.slice(0, 10) >= from && time.slice(0, 10) <= to,
  )
  const wanted = new Set(filterIds(rows, { scoreFrom, scoreTo, attributes }))
  return rows.filter(({ id }) => wanted.has(id))
}
/** Returns the records at or above the lower score of a filter; all of them where it leaves no score out. */
function atOrAbove(input: RandomInput): PlacedRecord[] {
  const rows = chosen({ ...input, scoreTo: 999 })
  return input.scoreFrom < 10 && input.scoreTo > 989 ? rows : rows.filter(({ score }) => score !== null && score >= 0)
}
const inBin = ({ score }: PlacedRecord, from: number): boolean => score !== null && score >= from && score <= from + 9
const volumeOf = (rows: readonly PlacedRecord[], view: string): number =>
  (calculate('summaryKpis', rows, { view }) as { transactionVolume: number }).transactionVolume

describe('figures', () => {
  it('are those of a recount of the events, with any filter', { timeout: 60_000 }, async () => {
    for (const input of fc.sample(randomInput(['DE', 'NL', '(blank)']), { numRuns: 12, seed: 7 })) {
      const rows = chosen(input)
      const { view } = input
      const report = await answer<ScoreReport>('scores', input)
      const about = JSON.stringify(input)
      expect(report.kpis, about).toEqual(calculate('summaryKpis', atOrAbove(input), { view }))
      const table = calculate('scoreTable', rows, { view }) as {
        noScoreVolume: number
        bins: ({ bin: string } & Row)[]
      }
      expect(report.noScoreVolume, about).toBe(table.noScoreVolume)
      expect(report.bins.map(({ from }) => `${from}-${from + 9}`)).toEqual(table.bins.map(({ bin }) => bin))
      expect(report.bins).toMatchObject(table.bins.map(({ bin: _, ...row }) => row))
      const cumulative = calculate('cumulativeDistribution', rows, { view }) as Row[]
      expect(report.bins, about).toMatchObject(cumulative.map(({ bin: _, ...row }) => row))
      for (const bin of report.bins) {
        const own = rows.filter(row => inBin(row, bin.from))
        report.values.decisions.forEach((name, place) => {
          const some = own.filter(({ decision }) => (decision ?? '') === name)
          expect(bin.decisions[place], about).toBeCloseTo(volumeOf(some, view), 6)
        })
        report.values.statuses.forEach((status, place) => {
          const { ids } = calculate('filterRows', own, { statuses: [status] }) as { ids: string[] }
          const some = own.filter(({ id }) => ids.includes(id))
          expect(bin.statuses[place], about).toBeCloseTo(volumeOf(some, view), 6)
        })
      }
      const thresholds = report.cutoffs.map(({ cutoff }) => cutoff)
      const impact = calculate('scoreImpact', rows, { thresholds, view }) as Row[]
      expect(report.cutoffs, about).toMatchObject(impact.map(({ threshold: _, ...row }) => row))
      for (const cutoff of [0, 340, 1000])
        expect(report.cutoffs[cutoff / 10], about).toMatchObject(
          calculate('cutoffSimulation', rows, { cutoff, view }) as object,
        )
      expect(report.auc, about).toBe((calculate('roc', rows, { view }) as { auc: number | null }).auc)
      expect(report.averagePrecision, about).toBe(
        (calculate('precisionRecall', rows, { view }) as { averagePrecision: number | null }).averagePrecision,
      )
    }
  })
  it('by period are those of the records on each side of the cutoff', async () => {
    for (const input of fc.sample(randomInput(['DE', 'NL', '(blank)']), { numRuns: 8, seed: 8 })) {
      const { view, grain, from, to } = input
      const cutoff = 430
      const scored = chosen(input).filter(({ score }) => score !== null && score >= 0)
      const [under, above] = [false, true].map(isAbove =>
        scored.filter(({ score }) => (score ?? 0) >= cutoff === isAbove),
      ) as [PlacedRecord[], PlacedRecord[]]
      const series = (metric: string, rows: readonly PlacedRecord[]) =>
        calculate('timeSeries', rows, { metric, grain, from, to, view }) as { volume: number; rate: number | null }[]
      const report = await answer<ScoreSeries>('score-cutoff', { ...input, cutoff: 437 })
      expect(report.cutoff).toBe(cutoff)
      expect(report.under).toEqual(series('transactions', under).map(({ volume }) => volume))
      expect(report.atOrAbove.map(({ volume }) => volume)).toEqual(
        series('transactions', above).map(({ volume }) => volume),
      )
      report.atOrAbove.forEach(({ volume, rate }, index) => {
        const whole = volume + (report.under[index] ?? 0)
        if (rate === null) expect(whole).toBe(0)
        else expect(rate).toBeCloseTo(volume / whole, 12)
      })
      expect(report.fraudUnder).toEqual(series('fraud', under).map(({ volume, rate }) => ({ volume, rate })))
    }
  })
  it('of profit are those of a recount, and each cutoff has the profit of the bins under it', async () => {
    for (const input of fc.sample(randomInput(['DE', 'NL', '(blank)']), { numRuns: 8, seed: 9 })) {
      const expected = calculate('profitOptimizer', chosen(input), { margin: 0.35 }) as {
        bins: { bin: string; cumulativeNetProfit: number }[]
      }
      const { bins, cutoffs, decided, margin, ...best } = await answer<ScoreProfit>('score-profit', {
        ...input,
        margin: 35,
      })
      const { bins: rows, ...expectedBest } = expected
      expect(margin).toBe(35)
      expect(best).toEqual(expectedBest)
      expect(approximate(bins.map(({ from: _, ...row }) => row))).toEqual(
        rows.map(({ bin: _, ...row }) => approximate([row])[0]),
      )
      const profits = [0, 500, 1000].map(cutoff =>
        Number(rows.findLast(({ bin }) => Number.parseInt(bin, 10) < cutoff)?.cumulativeNetProfit ?? 0),
      )
      expect([0, 50, 100].map(index => cutoffs[index]?.netProfit)).toEqual(profits)
      const passed = chosen(input).filter(({ decision, score }) => decision !== 'Reject' && (score ?? -1) >= 0)
      const all = calculate('profitOptimizer', passed, { margin: 0.35 }) as typeof expected
      expect(decided).toBeCloseTo(all.bins.at(-1)?.cumulativeNetProfit ?? 0, 6)
    }
  })
  it('of a target are those of a recount', async () => {
    for (const input of fc.sample(randomInput(['DE', 'NL', '(blank)']), { numRuns: 6, seed: 10 }))
      for (const target of ['rejectRate', 'fraudRate'])
        expect(await answer<ScoreTarget>('score-target', { ...input, target, value: 0.4 })).toEqual(
          calculate('cutoffForTarget', chosen(input), { target, value: 0.4, view: input.view }),
        )
  })
  it('what the rules rejected is compared with what a cutoff would reject', async () => {
    const input = { from: day(0), to: day(120) }
    const { decided, confirmed } = await answer<ScoreReport>('scores', input)
    const scored = covered.filter(
      ({ environmentId, score, time }) =>
        score !== null &&
        score >= 0 &&
        time.slice(0, 10) <= day(120) &&
        [places.root, places.eu, places.us].some(id => id === environmentId),
    )
    const rejected = scored.filter(({ decision }) => decision === 'Reject')
    const [all, stopped] = [scored, rejected].map(rows => calculate('summaryKpis', rows, {})) as Row[]
    const { fraudVolume: fraud = 0, nonFraudVolume: nonFraud = 0 } = all ?? {}
    expect(confirmed).toBe((fraud ?? 0) + (nonFraud ?? 0))
    expect(decided).toMatchObject({
      volumeAtOrAbove: rejected.length,
      percentAtOrAbove: rejected.length / scored.length,
      detectionRate: Number(stopped?.fraudVolume) / Number(fraud),
      falsePositiveRate: Number(stopped?.nonFraudVolume) / Number(nonFraud),
      precision: stopped?.fraudRate,
    })
  })
  it('of another assessment are none of purchases', async () => {
    const report = await answer<ScoreReport>('scores', { from: day(0), to: day(120), assessment: 'accountlogin' })
    expect(report).toMatchObject({ bins: [], auc: null, confirmed: 0, kpis: { transactionVolume: 0 } })
  })
  it('of profit take the margin of the tenant where none is entered', async () => {
    const input = { from: day(0), to: day(120) }
    expect((await answer<ScoreProfit>('score-profit', input)).margin).toBe(20)
    const path = `/environments/${places.root}/casemanagement/costs`
    await bench.call('admin', 'PUT', path, { costs: { hourlyCostUsd: null, margin: 0.125 } })
    expect((await answer<ScoreProfit>('score-profit', input)).margin).toBe(12.5)
  })
})

describe('the cut-off in force', () => {
  it.each([
    ['RETURN Reject("High") WHEN @"riskScore" >= 800', 800],
    ['RETURN Reject("High") WHEN (@riskScore > 849)', 850],
    ['RETURN Reject() WHEN @"riskScore" >= 900\nRETURN Reject() WHEN @"riskScore" >= 870', 870],
    ['RETURN Reject() WHEN Model.Risk().Score > 750', 751],
    ['RETURN Reject() WHEN Model.Bot(@"device.id").Score > 750', null],
    ['RETURN Review() WHEN @"riskScore" >= 800', null],
    ['RETURN Reject() WHEN @"riskScore" >= 800 && @"totalAmount" > 5', null],
    ['RETURN Reject() WHEN @"riskScore" <= 800', null],
    ['RETURN Reject()', null],
    ['RETURN Reject( WHEN', null],
  ])('of %s is %s', (text, score) => expect(rejectingScoreOf(text)).toBe(score))
  it('is that of the active rules of the environment and of those above it', async () => {
    const store = (environmentId: string, score: number, changes: object = {}) =>
      bench.store.db
        .insertInto('rule')
        .values({
          id: randomUUID(),
          environment_id: environmentId,
          event_type: 'purchase',
          type: 'decision',
          branch: productionBranch,
          name: `From ${score}`,
          status: 'active',
          version: 1,
          position: score,
          body: JSON.stringify({
            name: `From ${score}`,
            description: '',
            condition: '',
            clauses: [{ name: 'Clause', section: 'postRisk', text: `RETURN Reject() WHEN @"riskScore" >= ${score}` }],
            sample: { payload: {} },
          }),
          published_by: randomUUID(),
          published_by_name: 'Someone',
          published_at: now,
          ...changes,
        })
        .execute()
    const inForce = async (environment: string) =>
      (await answer<ScoreReport>('scores', { from: day(0), to: day(9) }, environment)).inForce
    expect(await inForce(places.eu)).toBeNull()
    await store(places.root, 905)
    await store(places.root, 500, { status: 'inactive' })
    await store(places.us, 600)
    expect(await inForce(places.eu)).toBe(900)
    await store(places.eu, 850)
    expect([await inForce(places.root), await inForce(places.eu), await inForce(places.us)]).toEqual([900, 850, 600])
  })
})

const requests: [string, object][] = [
  ['scores', {}],
  ['score-cutoff', { cutoff: 500 }],
  ['score-profit', {}],
  ['score-target', { target: 'rejectRate', value: 0.1 }],
]
describe.each(requests)('access to %s', (path, own) => {
  const input = { from: day(0), to: day(9), ...own }
  it.each(['viewer', 'engineer'])('%s reads it', async who => {
    expect((await ask(who, places.root, path, input)).status).toBe(200)
  })
  it.each([
    ['support', places.root, 403],
    ['nobody', places.root, 404],
    ['outsider', places.root, 404],
    ['admin', places.foreign, 404],
  ])('%s in %s is refused', async (who, environment, status) => {
    expect((await ask(who, environment, path, input)).status).toBe(status)
  })
  it('an assessment that does not exist has none', async () => {
    expect((await ask('admin', places.root, path, { ...input, assessment: 'Nothing' })).status).toBe(404)
  })
  it.each([
    [{ to: '2025-07-01' }, ['to']],
    [{ from: '2025-07-19' }, ['from']],
    [{ scoreFrom: 500, scoreTo: 499 }, ['scoreTo']],
    [{ environmentIds: [places.us] }, ['environmentIds', 0]],
    [{ assessment: '' }, ['assessment']],
  ])('%j is refused at its field', async (changes, issue) => {
    const { status, json } = await ask('admin', places.eu, path, { ...input, ...changes })
    expect(status).toBe(422)
    expect(json).toMatchObject({ details: { issues: [{ path: issue }] } })
  })
})

it.each([
  ['score-cutoff', { cutoff: 1001 }, 'cutoff'],
  ['score-profit', { margin: 0 }, 'margin'],
  ['score-profit', { margin: 99.5 }, 'margin'],
  ['score-target', { target: 'profit', value: 0.1 }, 'target'],
  ['score-target', { target: 'fraudRate', value: 1.5 }, 'value'],
])('%s refuses %j at its field', async (path, own, field) => {
  const { status, json } = await ask('admin', places.root, path, { from: day(0), to: day(9), ...own })
  expect(status).toBe(422)
  expect(json).toMatchObject({ details: { issues: [{ path: [field] }] } })
})
