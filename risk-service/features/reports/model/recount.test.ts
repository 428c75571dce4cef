import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RandomRecord, randomRecords } from '../testing/random-records.ts'
import { calculations } from './calculations/calculations.ts'

/* Every figure is counted again here by its definition alone, record by record, and compared. */

const run = <Result>(name: string, rows: readonly RandomRecord[], params: object): Result =>
  calculations[name]?.(rows, params) as Result
const view = fc.constantFrom('count', 'amount')

type Classes = Record<string, { status: string; received: string | null }>
/** The sum of the records for which something is true; amounts are added in cents. */
const counter =
  (inView: string) =>
  (rows: readonly RandomRecord[], applies: (row: RandomRecord) => boolean): number =>
    inView === 'count'
      ? rows.filter(applies).length
      : rows.filter(applies).reduce((cents, { amountUsd }) => cents + Math.round((amountUsd ?? 0) * 100), 0) / 100
const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
const near = (got: number | null | undefined, expected: number | null): void => {
  if (expected === null) expect(got).toBeNull()
  else expect(got).toBeCloseTo(expected, 9)
}
const scoreOf = ({ score }: RandomRecord): number => score ?? -1
const isScored = (row: RandomRecord): boolean => scoreOf(row) >= 0
const check = (property: (rows: RandomRecord[], inView: string) => void): void =>
  fc.assert(fc.property(randomRecords, view, property), { numRuns: 200 })

/** Says for each record whether it is fraud (true), is not (false), or nothing is known. */
const fraudOf = (rows: readonly RandomRecord[]) => {
  const classes = run<Classes>('classify', rows, {})
  return ({ id }: RandomRecord): boolean | null =>
    classes[id]?.status === 'unknown' ? null : classes[id]?.status === 'fraud'
}

describe('records', () => {
  it('the latest explicit signal decides, fraud at the same instant, else the bank', () => {
    check(rows => {
      const fraud = fraudOf(rows)
      for (const row of rows) {
        const inOrder = row.chargebacks.toSorted((a, b) => a.time.localeCompare(b.time))
        const signals = [
          ...row.labels.map(({ time, isFraud }) => ({ time, isFraud })),
          ...inOrder.flatMap(({ time, status }, index) =>
            status === 'Disputed' && index > 0 ? [] : [{ time, isFraud: status !== 'Reversed' }],
          ),
          ...row.refunds.flatMap(({ time, status, reason }) =>
            status === 'Approved' && reason === 'FraudRefund' ? [{ time, isFraud: true }] : [],
          ),
        ]
        const last = signals
          .map(({ time }) => time)
          .sort()
          .at(-1)
        const answers = row.bank.filter(({ type }) => type === 'Auth' || type === 'Charge')
        const lastAnswer = answers
          .map(({ time }) => time)
          .sort()
          .at(-1)
        const isApproved = answers.findLast(({ time }) => time === lastAnswer)?.status === 'Approved'
        const expected =
          last === undefined
            ? isApproved
              ? false
              : null
            : signals.some(({ time, isFraud }) => time === last && isFraud)
        expect(fraud(row)).toBe(expected)
      }
    })
  })
  it('a filter keeps what each of its parts keeps', () => {
    const days = fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 28 }))
    const scores = fc.tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 999 }))
    fc.assert(
      fc.property(
        randomRecords,
        days,
        scores,
        fc.subarray(['Approve', 'Reject']),
        (rows, someDays, someScores, ruleDecisions) => {
          const [first = 1, last = 1] = someDays.toSorted((a, b) => a - b)
          const [low = 0, high = 999] = someScores.toSorted((a, b) => a - b)
          const day = (number: number): string => `2025-02-${`${number}`.padStart(2, '0')}`
          const filter = { dateFrom: day(first), dateTo: day(last), scoreFrom: low, scoreTo: high, ruleDecisions }
          const { ids } = run<{ ids: string[] }>('filterRows', rows, filter)
          const bins = (value: number): number => Math.floor(value / 10)
          const kept = rows.filter(
            row =>
              row.time.slice(0, 10) >= day(first) &&
              row.time.slice(0, 10) <= day(last) &&
              ((bins(low) === 0 && bins(high) === 99) ||
                (isScored(row) && bins(scoreOf(row)) >= bins(low) && bins(scoreOf(row)) <= bins(high))) &&
              (ruleDecisions.length === 0 || ruleDecisions.some(each => each === row.decision)),
          )
          expect(ids).toEqual(kept.map(({ id }) => id))
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('volumes', () => {
  it('figures are what a recount finds, and periods add up to them', () => {
    check((rows, inView) => {
      const fraud = fraudOf(rows)
      const volume = counter(inView)
      const kpis = run<Record<string, number | null>>('summaryKpis', rows, { view: inView })
      const all = volume(rows, () => true)
      const confirmed = volume(rows, row => fraud(row) !== null)
      near(kpis['transactionVolume'], all)
      near(
        kpis['ruleRejectedRate'],
        ratio(
          volume(rows, ({ decision }) => decision === 'Reject'),
          all,
        ),
      )
      near(
        kpis['fraudRate'],
        ratio(
          volume(rows, row => fraud(row) === true),
          confirmed,
        ),
      )
      const total = (metric: string): number =>
        ['day', 'week', 'month']
          .map(grain =>
            run<{ volume: number }[]>('timeSeries', rows, {
              metric,
              grain,
              view: inView,
              from: '2025-02-01',
              to: '2025-02-28',
            }).reduce((sum, period) => sum + period.volume, 0),
          )
          .reduce((one, other) => (Math.abs(one - other) < 1e-9 ? one : Number.NaN))
      near(total('transactions'), all)
      near(total('fraud'), kpis['fraudVolume'] ?? null)
      near(total('chargebackByTransaction'), kpis['fraudChargebackVolume'] ?? null)
      near(total('chargebackByReceive'), kpis['fraudChargebackVolume'] ?? null)
    })
  })
  it('rules and clauses add up to what they decided', () => {
    check((rows, inView) => {
      const table = run<{ volume: number; clauses: { volume: number }[] }[]>('decisionRuleTable', rows, {
        view: inView,
      })
      const sum = (some: readonly { volume: number }[]): number => some.reduce((total, each) => total + each.volume, 0)
      near(
        sum(table),
        counter(inView)(rows, ({ rule }) => rule !== null),
      )
      for (const rule of table) near(sum(rule.clauses), rule.volume)
    })
  })
})

describe('scores', () => {
  it('thresholds split as a recount does', () => {
    check((rows, inView) => {
      const fraud = fraudOf(rows)
      const volume = counter(inView)
      const scored = rows.filter(isScored)
      const impact = run<Record<string, number | null>[]>('scoreImpact', rows, { view: inView })
      for (const line of impact) {
        const threshold = line['threshold'] ?? 0
        const [above, under] = [
          scored.filter(row => scoreOf(row) >= threshold),
          scored.filter(row => scoreOf(row) < threshold),
        ]
        const known = (some: readonly RandomRecord[]): number => volume(some, row => fraud(row) !== null)
        const isFraud = (row: RandomRecord): boolean => fraud(row) === true
        near(
          line['rejectedRate'],
          ratio(
            volume(above, () => true),
            volume(scored, () => true),
          ),
        )
        near(line['detectionRate'], ratio(volume(above, isFraud), volume(scored, isFraud)))
        near(line['approvedFraudRate'], ratio(volume(under, isFraud), known(under)))
        near(line['precision'], ratio(volume(above, isFraud), known(above)))
      }
    })
  })
  it('the area under the curve is the share of pairs in order', () => {
    check(rows => {
      const fraud = fraudOf(rows)
      const bins = (is: boolean): number[] =>
        rows.filter(row => isScored(row) && fraud(row) === is).map(row => Math.floor(scoreOf(row) / 10))
      const [bad, good] = [bins(true), bins(false)]
      const pairs = bad.flatMap(one => good.map(other => (one > other ? 1 : one === other ? 0.5 : 0)))
      const sum = pairs.reduce((total: number, each) => total + each, 0)
      near(run<{ auc: number | null }>('roc', rows, {}).auc, ratio(sum, pairs.length))
    })
  })
  it('no cutoff earns more than the recommended one, and none above it as much', () => {
    fc.assert(
      fc.property(randomRecords, fc.integer({ min: 1, max: 99 }), (rows, percent) => {
        const fraud = fraudOf(rows)
        // In hundredths of cents, which are whole numbers.
        const profitUnder = (cutoff: number): number =>
          rows
            .filter(row => isScored(row) && scoreOf(row) < cutoff && fraud(row) !== null)
            .reduce(
              (sum, row) => sum + (fraud(row) ? percent - 100 : percent) * Math.round((row.amountUsd ?? 0) * 100),
              0,
            )
        const profits = Array.from({ length: 101 }, (_, index) => profitUnder(index * 10))
        const largest = Math.max(...profits)
        const result = run<Record<string, number>>('profitOptimizer', rows, { margin: percent / 100 })
        expect(result['recommendedCutoff']).toBe(profits.lastIndexOf(largest) * 10)
        near(result['optimalNetProfit'], largest / 10_000)
      }),
      { numRuns: 200 },
    )
  })
  it('a target is met, and by no better cutoff', () => {
    fc.assert(
      fc.property(randomRecords, view, fc.integer({ min: 0, max: 20 }), (rows, inView, twentieths) => {
        const value = twentieths / 20
        const impact = run<Record<string, number | null>[]>('scoreImpact', rows, {
          view: inView,
          thresholds: Array.from({ length: 101 }, (_, index) => index * 10),
        })
        const met = (rate: string): number[] =>
          impact.flatMap(line => ((line[rate] ?? 0) <= value ? [line['threshold'] ?? 0] : []))
        const find = (target: string) =>
          run<{ cutoff: number }>('cutoffForTarget', rows, { target, value, view: inView }).cutoff
        expect(find('rejectRate')).toBe(met('rejectedRate')[0])
        expect(find('fraudRate')).toBe(met('approvedFraudRate').at(-1))
      }),
      { numRuns: 200 },
    )
  })
})
