import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RuleRow, RulesReport } from '../../contract/index.ts'
import { type ConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { calculate } from './testing/calculate.ts'
import { openReportBench } from './testing/report-bench.ts'
import {
  bankAnswer,
  chosenOf,
  namesOf,
  randomInput,
  recordsOf,
  reference,
  rowsOf,
  volume,
} from './testing/rules-recount.ts'
import { type PlacedRecord, ruleIdOf } from './testing/store-records.ts'
import { coveredDay as day } from './testing/summary-recount.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openReportBench()
})
afterAll(() => bench.close())

async function report(environment: string, input: object): Promise<RulesReport> {
  const { status, json } = await bench.call('admin', 'POST', `/environments/${environment}/reports/rules`, input)
  expect(status, JSON.stringify(json)).toBe(200)
  return json as RulesReport
}

describe('figures', () => {
  const inputs = fc.sample(randomInput, { numRuns: 24, seed: 42 })
  it.each(inputs)('are those of a recount of the events: %#', async input => {
    const { chosen: names, ...sent } = input
    const got = await report(places.root, { ...sent, rules: names.map(reference) })
    const { view, grain, from, to } = input
    const rows = recordsOf(input)
    const chosen = chosenOf(rows, input)
    const series = (metric: string) => calculate('timeSeries', chosen, { metric, grain, from, to, view })
    const withoutPeriod = (items: unknown) =>
      (items as { volume: number; rate: number | null }[]).map(each => ({ volume: each.volume, rate: each.rate }))
    expect(got.whole).toEqual(calculate('summaryKpis', rows, { view }))
    expect(got.kpis).toEqual(calculate('summaryKpis', chosen, { view }))
    expect(got.rows).toEqual(rowsOf(rows, input))
    expect(got.series).toEqual({
      transactions: withoutPeriod(series('transactions')),
      fraud: withoutPeriod(series('fraud')),
    })
    const none = rows.filter(row => namesOf(row, input.kind).length === 0)
    expect(got.withoutRule).toBe(volume(none, view))
    for (const level of ['rule', 'clause'] as const) {
      const expected = calculate('overlap', rows, { view, level }) as {
        columns: string[]
        rows: { observe: string; cells: Record<string, number | null> }[]
      }
      const table = got.overlap[level === 'rule' ? 'rules' : 'clauses']
      expect(table.columns).toEqual(expected.columns.map(reference))
      expect(table.rows.map(({ observe, cells }) => ({ observe, cells }))).toEqual(
        expected.rows.map(({ observe, cells }) => ({
          observe: reference(observe),
          cells: Object.entries(cells).map(([name, share]) => ({ column: expected.columns.indexOf(name), share })),
        })),
      )
      expect(table.rows.map(each => each.volume)).toEqual(
        expected.rows.map(({ observe }) =>
          volume(
            rows.filter(row => namesOf(row, 'observe').includes(observe)),
            view,
          ),
        ),
      )
    }
  })
  it.each(inputs)('of distributions and scores add up to those of the events: %#', async input => {
    const { chosen: names, ...sent } = input
    const got = await report(places.root, { ...sent, rules: names.map(reference) })
    const chosen = chosenOf(recordsOf(input), input)
    const { view } = input
    const sum = (volumes: readonly (readonly number[])[], place: number) =>
      volumes.reduce((total, each) => total + (each[place] ?? 0), 0)
    for (const [place, answer] of ['Approved', 'Declined', 'Unknown'].entries())
      expect(sum(got.distributions.bank.volumes, place)).toBeCloseTo(
        volume(
          chosen.filter(row => bankAnswer(row) === answer),
          view,
        ),
        6,
      )
    if (input.kind === 'observe') expect(got.distributions.rules).toBeNull()
    else
      for (const [place, value] of got.distributions.rules?.values.entries() ?? [])
        expect(sum(got.distributions.rules?.volumes ?? [], place)).toBeCloseTo(
          volume(
            chosen.filter(
              row =>
                ruleIdOf(row.rule ?? '') === value?.ruleId && (value.clause === null || row.clause === value.clause),
            ),
            view,
          ),
          6,
        )
    const isScored = ({ score }: PlacedRecord) => score !== null && score >= 0
    expect(got.scores.withoutScore).toBe(
      volume(
        chosen.filter(row => !isScored(row)),
        view,
      ),
    )
    const binOf = ({ score }: PlacedRecord) => Math.floor((score ?? 0) / 10)
    const scored = chosen.filter(isScored)
    expect(got.scores.bins.map(({ bin }) => bin)).toEqual([...new Set(scored.map(binOf))].sort((a, b) => a - b))
    for (const { bin, volumes } of got.scores.bins)
      expect(volumes.reduce((a, b) => a + b, 0)).toBeCloseTo(
        volume(
          scored.filter(row => binOf(row) === bin),
          view,
        ),
        6,
      )
  })
  it('are compared with the range of equal length before', async () => {
    const [now, before] = [
      await report(places.root, { from: day(60), to: day(89), rules: [reference('Geo')] }),
      await report(places.root, { from: day(30), to: day(59), rules: [reference('Geo')] }),
    ]
    expect(now.previous).toEqual(before.kpis)
    expect((await report(places.root, { from: day(29), to: day(59) })).previous).toBeNull()
  })
  it('of a clause alone are narrowed to it, and the table is not', async () => {
    const range = { from: day(0), to: day(123) }
    const [all, narrowed] = [
      await report(places.root, range),
      await report(places.root, { ...range, rules: [reference('Geo / one')] }),
    ]
    const clause = (rows: readonly RuleRow[]) =>
      rows.find(({ ruleId }) => ruleId === ruleIdOf('Geo'))?.clauses.find(each => each.clause === 'one')
    expect(narrowed.rows).toEqual(all.rows)
    expect(narrowed.kpis.transactionVolume).toBe(clause(all.rows)?.volume)
    expect(narrowed.scores.values).toEqual([reference('Geo / one')])
    expect(all.scores.values).toEqual([null])
  })
  it('of another assessment are its own', async () => {
    const { rows, withoutRule } = await report(places.root, { from: day(0), to: day(9), assessment: 'accountlogin' })
    expect({ rows, withoutRule }).toEqual({ rows: [], withoutRule: 0 })
  })
})
