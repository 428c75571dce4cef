import fc from 'fast-check'
import { DefaultQueryExecutor, type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AttributeValues, RulesReport, ScoreReport, SummaryKpis, ThreatsReport } from '../../contract/index.ts'
import { type ConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { rangeOf } from '../case-report/figures/periods.ts'
import { withoutFilter } from './summary/summary-reads.ts'
import { calculate } from './testing/calculate.ts'
import { covered, openReportBench } from './testing/report-bench.ts'
import { reference } from './testing/rules-recount.ts'
import type { PlacedRecord } from './testing/store-records.ts'
import { coveredDay as day } from './testing/summary-recount.ts'
import { flagOf, randomInput, recountThreats } from './testing/threats-recount.ts'
import { readEntityVolumes } from './threats/threat-reads.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openReportBench()
})
afterAll(() => bench.close())

const scope = [places.root, places.eu, places.us] as const
const ask = (who: string, environment: string, input: object, name = 'threats') =>
  bench.call(who, 'POST', `/environments/${environment}/reports/${name}`, input)
async function report<Report = ThreatsReport>(environment: string, input: object, name?: string): Promise<Report> {
  // What these tests change in the store is no refresh, which would outdate the answers before it.
  await sql`update report_version set version = version + 1`.execute(bench.store.db)
  const { status, json } = await ask('admin', environment, input, name)
  expect(status, JSON.stringify(json)).toBe(200)
  return json as Report
}
const whole = { from: day(0), to: day(123) }
const countOf = (rows: readonly PlacedRecord[]) => rows.length

describe('figures', () => {
  const inputs = fc.sample(randomInput, { numRuns: 30, seed: 71 })
  it.each(inputs)('are those of a recount of the events: %#', async input => {
    const got = await report(places.root, { ...input, entity: 'country' })
    const expected = recountThreats(covered, scope, input)
    expect(got.kpis).toEqual(expected.kpis)
    expect(got.series).toEqual(expected.series)
    expect(got.entity.rows).toEqual(expected.rows)
    expect(got.entity.others).toBeNull()
    const sumOf = (volumes: readonly (readonly number[])[], place: number) =>
      volumes.reduce((sum, each) => sum + Math.round((each[place] ?? 0) * 100), 0) / 100
    for (const [name, figure] of [
      ['transactions', 'volume'],
      ['fraud', 'fraudVolume'],
    ] as const) {
      const { values, volumes } = got.entity[name]
      const shown = expected.rows.filter(row => row[figure] > 0)
      expect(values.toSorted()).toEqual(
        [
          ...new Set([...shown.map(({ value }) => value), ...(got.entity.chosen === null ? [] : [got.entity.chosen])]),
        ].toSorted(),
      )
      values.forEach((value, place) => {
        expect(sumOf(volumes, place)).toBe(expected.rows.find(row => row.value === value)?.[figure])
      })
    }
    const { view } = input
    const weight = (rows: readonly PlacedRecord[]) =>
      view === 'count'
        ? countOf(rows)
        : rows.reduce((sum, row) => sum + Math.round((row.amountUsd ?? 0) * 100), 0) / 100
    const flags = got.distributions.fraudFlags
    flags.values.forEach((flag, place) => {
      expect(sumOf(flags.volumes, place)).toBe(weight(expected.dated.filter(row => flagOf(row) === flag)))
    })
    const { fraudStatuses } = got.distributions
    const total = fraudStatuses.values.reduce(
      (sum, _, place) => sum + Math.round(sumOf(fraudStatuses.volumes, place) * 100),
      0,
    )
    expect(total / 100).toBe((expected.kpis as SummaryKpis).fraudVolume)
  })
  it('the value with the most fraud for its transactions is chosen, or the one that is named', async () => {
    const { entity } = await report(places.root, { ...whole, entity: 'country' })
    const excess = (value: string | null) => {
      const row = entity.rows.find(each => each.value === value)
      return (row?.fraudShare ?? 0) - (row?.share ?? 0)
    }
    for (const { value } of entity.rows) expect(excess(value)).toBeLessThanOrEqual(excess(entity.chosen))
    expect((await report(places.root, { ...whole, entity: 'country', value: 'NL' })).entity.chosen).toBe('NL')
    expect((await report(places.root, whole)).entity.attribute).toBe('segment')
  })
  it('beyond ten values all others are one, and the chosen one is shown in any case', async () => {
    await sql`update report_transaction set category = 'c' || (day % 14)`.execute(bench.store.db)
    const first = (await report(places.root, { ...whole, entity: 'category' })).entity
    expect(first.rows).toHaveLength(14)
    const last = first.rows.at(-1)?.value ?? ''
    const { entity } = await report(places.root, { ...whole, entity: 'category', value: last })
    const frequent = entity.rows.slice(0, 10).map(({ value }) => value)
    expect(entity.transactions.values).toEqual([...frequent, last, ''])
    const all = entity.transactions.volumes.flat().reduce((sum, volume) => sum + volume, 0)
    expect(all).toBe(entity.rows.reduce((sum, { volume }) => sum + volume, 0))
  })
  it('of more than 200 values all others are one, read as one', async () => {
    const { db } = bench.store
    await sql`update report_transaction t set category = 'v' || n.place from (
      select event_id, row_number() over (order by event_id) % 320 as place from report_transaction) n
      where n.event_id = t.event_id`.execute(db)
    for (const view of ['count', 'amount'] as const) {
      const { rows: expected } = await sql<{ value: string; volume: number }>`
        select category as value, ${view === 'count' ? sql`count(*)` : sql`sum(amount_usd) / 100.0`}::float8 as volume
        from report_transaction where event_type = 'purchase' and day >= ${Date.parse(day(0)) / 86_400_000}
          and environment_id = any(${[...scope]}::uuid[]) group by category
        order by 2 desc, category collate "C"`.execute(db)
      const { kpis, entity } = await report(places.root, { ...whole, view, entity: 'category' })
      expect(entity.rows.map(({ value, volume }) => ({ value, volume }))).toEqual(expected.slice(0, 200))
      const rest = expected.slice(200).reduce((sum, { volume }) => sum + volume, 0)
      expect(entity.others?.volume).toBeCloseTo(rest, 2)
      const sum = [...entity.rows, entity.others].reduce((all, each) => all + (each?.fraudVolume ?? 0), 0)
      expect(sum).toBeCloseTo(kpis.fraudVolume, 2)
      const last = expected.at(-1)?.value ?? ''
      const named = await report(places.root, { ...whole, view, entity: 'category', value: last })
      expect(named.entity.others).toEqual(entity.others)
      expect(named.entity.transactions.values).toContain(last)
      const read = await readEntityVolumes(
        db,
        withoutFilter({ environmentIds: scope, eventType: 'purchase' }),
        { attribute: 'category', view, value: last },
        rangeOf(whole.from, whole.to),
      )
      expect(new Set(read.volumes.map(({ value }) => value)).size).toBeLessThanOrEqual(213)
    }
  })
  it('it begins with the first attribute that has values', async () => {
    const { db } = bench.store
    const without = (condition: RawBuilder<unknown>) =>
      sql`delete from report_value where value <> '(blank)' and ${condition}`.execute(db)
    await without(sql`attribute = 'segment'`)
    expect((await report(places.root, whole)).entity.attribute).toBe('cardType')
    await without(sql`attribute <> 'segment'`)
    expect((await report(places.root, whole)).entity.attribute).toBe('segment')
  })
  it('values that are counted of fewer days than the figures have their first day', async () => {
    expect((await report(places.root, whole)).entity.countedFrom).toBeNull()
    await withoutTransactions(sql`day < ${numberOf(day(60))}`, async () => {
      const firsts = await firstDays()
      const countedFrom = [...firsts.values()].toSorted().at(-1) ?? ''
      expect(countedFrom >= day(60)).toBe(true)
      const { kpis, entity } = await report(places.root, whole)
      expect(entity.countedFrom).toBe(countedFrom)
      expect(entity.rows.reduce((sum, { volume }) => sum + volume, 0)).toBeLessThan(kpis.transactionVolume)
      // Of the range after it, and with a filter, both are of the same days.
      expect((await report(places.root, { ...whole, from: countedFrom })).entity.countedFrom).toBeNull()
      const filtered = await report(places.root, { ...whole, attributes: { country: ['DE'] } })
      expect(filtered.entity.countedFrom).toBeNull()
    })
  })
  it('where environments differ, it is that of the last one of them', async () => {
    const ofEu = sql`environment_id = ${places.eu}::uuid`
    await withoutTransactions(sql`${ofEu} and day < ${numberOf(day(60))}`, async () => {
      const first = (await firstDays()).get(places.eu)
      expect((await report(places.root, whole)).entity.countedFrom).toBe(first)
      expect((await report(places.us, whole)).entity.countedFrom).toBeNull()
    })
    // One that has begun later has no sums of earlier days.
    await withoutTransactions(
      sql`${ofEu} and day < ${numberOf(day(60))}`,
      async () => expect((await report(places.root, whole)).entity.countedFrom).toBeNull(),
      ['report_transaction', 'report_day'],
    )
    // One whose transactions are all removed: since its last sum the others are all there are.
    await withoutTransactions(
      sql`${ofEu} and day > ${numberOf(day(80))}`,
      () =>
        withoutTransactions(ofEu, async () => {
          const { rows } = await sql<{ day: number }>`select max(day) + 1 as day from report_day
            where event_type = 'purchase' and ${ofEu}`.execute(bench.store.db)
          expect((await report(places.root, whole)).entity.countedFrom).toBe(nameOf(rows[0]?.day ?? 0))
        }),
      ['report_transaction', 'report_day'],
    )
  })
  it('neither is read of all transactions, nor the day under a filter', async () => {
    // A transaction has an executor of its own.
    const execute = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
    const reads = () => execute.mock.calls.filter(([query]) => query.sql.includes('order by day limit 1')).length
    await report(places.root, { ...whole, attributes: { country: ['DE'] } })
    expect(reads()).toBe(0)
    await report(places.root, whole)
    expect(reads()).toBe(1)
    execute.mockRestore()
  })
})

const numberOf = (name: string) => Date.parse(name) / 86_400_000
const nameOf = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10)

/** The first day of the purchases of each environment that are stored one by one. */
async function firstDays(): Promise<Map<string, string>> {
  const { rows } = await sql<{ environment_id: string; day: number }>`
    select environment_id, min(day) as day from report_transaction where event_type = 'purchase'
      and environment_id = any(${[...scope]}::uuid[]) group by environment_id`.execute(bench.store.db)
  return new Map(rows.map(row => [row.environment_id, nameOf(row.day)]))
}

/** Runs something while some rows are removed, and restores them. */
async function withoutTransactions(
  condition: RawBuilder<unknown>,
  work: () => Promise<unknown>,
  tables = ['report_transaction'],
) {
  const { db } = bench.store
  const removed = await Promise.all(
    tables.map(async table => {
      const { rows } = await sql`delete from ${sql.table(table)} where ${condition} returning *`.execute(db)
      expect(rows).not.toEqual([])
      return { table: sql.table(table), rows: JSON.stringify(rows) }
    }),
  )
  try {
    await work()
  } finally {
    for (const { table, rows } of removed)
      await sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${rows}::json)`.execute(db)
  }
}

describe('the filters of threats narrow rules and scores, too', () => {
  const inputs = fc.sample(randomInput, { numRuns: 12, seed: 72 })
  it.each(inputs)('%#', async input => {
    const { kpis } = recountThreats(covered, scope, input)
    const rules = await report<RulesReport>(places.root, input, 'rules')
    expect(rules.whole).toEqual(kpis)
    // Its figures leave the upper score out.
    const scores = await report<ScoreReport>(places.root, { ...input, scoreTo: 999 }, 'scores')
    expect(scores.kpis).toEqual(recountThreats(covered, scope, { ...input, scoreTo: 999 }).kpis)
  })
  it('no rate is expected of other signals', async () => {
    const { nowcast } = await report<{ nowcast: object }>(places.root, { ...whole, fraudTypes: ['Refund'] }, 'summary')
    expect(nowcast).toMatchObject({ refusal: 'otherSignals', periods: [] })
  })
  it('the worked examples of the calculations hold for the counted records', async () => {
    const { kpis } = await report(places.eu, {
      ...whole,
      fraudTypes: ['MerchantRejected'],
      nonFraudTypes: ['MerchantApproved'],
    })
    const own = covered.filter(({ environmentId }) => environmentId === places.eu)
    expect(kpis).toEqual(
      calculate('summaryKpis', own, { fraudTypes: ['MerchantRejected'], nonFraudTypes: ['MerchantApproved'] }),
    )
  })
})

describe('the filter by decision rule and clause', () => {
  const decidedBy = (rule: string, clause?: string) =>
    covered.filter(record => record.rule === rule && (clause === undefined || record.clause === clause))
  it('counts the transactions of any of the chosen ones, on threats and scores', async () => {
    const decisionRules = [reference('Geo'), reference('Score / one')]
    const chosen = [...decidedBy('Geo'), ...decidedBy('Score', 'one')].filter(({ environmentId }) =>
      scope.some(id => id === environmentId),
    )
    expect(chosen.length).toBeGreaterThan(20)
    const { kpis, entity } = await report(places.root, { ...whole, decisionRules })
    expect(kpis).toEqual(calculate('summaryKpis', chosen, {}))
    expect(entity.rows.reduce((sum, { volume }) => sum + volume, 0)).toBe(chosen.length)
    const scores = await report<ScoreReport>(places.root, { ...whole, decisionRules }, 'scores')
    expect(scores.kpis).toEqual(calculate('summaryKpis', chosen, {}))
    // A rule of no transaction leaves none.
    const none = await report(places.root, { ...whole, decisionRules: [{ ruleId: places.root }] })
    expect(none.kpis.transactionVolume).toBe(0)
  })
  it('offers the rules that decided with their clauses and how often, the most frequent first', async () => {
    const { rules } = await report<AttributeValues>(places.eu, { assessment: 'purchase' }, 'attribute-values')
    const count = (rule: string, clause?: string) =>
      countOf(decidedBy(rule, clause).filter(({ environmentId }) => environmentId === places.eu))
    const expected = ['Geo', 'Score', 'Amount']
      .map(name => ({
        ruleId: reference(name).ruleId,
        name,
        count: count(name),
        clauses: ['one', 'two']
          .map(clause => ({ clause, count: count(name, clause) }))
          .filter(each => each.count > 0)
          .sort((a, b) => b.count - a.count || (a.clause < b.clause ? -1 : 1)),
      }))
      .filter(each => each.count > 0)
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    expect(rules).toEqual(expected)
  })
})

describe('access', () => {
  const range = { from: day(0), to: day(9) }
  it.each(['viewer', 'engineer'])('%s reads the report', async who => {
    expect((await ask(who, places.root, range)).status).toBe(200)
  })
  it.each([
    ['support', places.root, 403],
    ['nobody', places.root, 404],
    ['outsider', places.root, 404],
    ['admin', places.foreign, 404],
  ])('%s in %s is refused', async (who, environment, status) => {
    expect((await ask(who, environment, range)).status).toBe(status)
  })
  it.each([
    [{ ...range, from: day(10) }, ['to']],
    [{ ...range, from: '2025-07-19' }, ['from']],
    [{ ...range, to: '2025-11-21' }, ['to']],
    [{ ...range, environmentIds: [places.us] }, ['environmentIds', 0]],
    [{ ...range, entity: 'colour' }, ['entity']],
    [{ ...range, entity: 'browserFamily' }, ['entity']],
    [{ ...range, fraudFlags: ['Maybe'] }, ['fraudFlags', 0]],
    [{ ...range, decisionRules: [{ ruleId: 'Geo' }] }, ['decisionRules', 0, 'ruleId']],
    [{ ...range, fraudTypes: ['BankApproved'] }, ['fraudTypes', 0]],
    [{ ...range, nonFraudTypes: ['Refund'] }, ['nonFraudTypes', 0]],
    [{ ...range, scoreType: 'bot' }, ['scoreType']],
    [{ ...range, scoreType: 'other' }, ['scoreType']],
  ])('%j is refused at its field', async (input, path) => {
    const { status, json } = await ask('admin', places.eu, input)
    expect(status).toBe(422)
    expect(json).toMatchObject({ details: { issues: [{ path }] } })
  })
  it('a file of the report stands in the activity log', async () => {
    const sent = { report: 'threats', assessment: 'purchase', ...range, rows: 3 }
    expect((await ask('viewer', places.root, sent, 'exports')).status).toBe(200)
    const log = await bench.store.db
      .selectFrom('audit_log')
      .select(['operation', 'after'])
      .where('resource_id', '=', 'threats')
      .execute()
    expect(log).toEqual([{ operation: 'Export', after: { assessment: 'purchase', ...range, rows: 3 } }])
  })
})
