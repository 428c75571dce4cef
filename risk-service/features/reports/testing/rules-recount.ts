import fc from 'fast-check'
import type { RuleReference, RulesReport } from '../../../contract/index.ts'
import { shareInterval } from '../../../engine/contrast/intervals.ts'
import { places } from '../../../http/console-api/testing/console-bench.ts'
import { calculate } from './calculate.ts'
import { covered } from './report-bench.ts'
import { type PlacedRecord, ruleIdOf } from './store-records.ts'
import { coveredDay as day } from './summary-recount.ts'

/* The report of rules counted again, by the worked-out figures or by the definitions of the others. */

/** The environments of the bench that its root covers. */
const scope = [places.root, places.eu, places.us] as string[]
const kinds = ['decision', 'observe'] as const
/** The bank’s latest answer; null: it was not asked. */
export const bankAnswer = ({ bank }: PlacedRecord): string | null =>
  bank
    .filter(({ type }) => type === 'Auth' || type === 'Charge')
    .toSorted((a, b) => a.time.localeCompare(b.time))
    .at(-1)?.status ?? null

/** An input of the report with any filters; rules and clauses are chosen by their names. */
export const randomInput = fc
  .record({
    kind: fc.constantFrom(...kinds),
    view: fc.constantFrom('count', 'amount'),
    grain: fc.constantFrom('day', 'week', 'month'),
    days: fc.tuple(fc.nat(123), fc.nat(123)),
    scores: fc.oneof(fc.constant([0, 999]), fc.tuple(fc.nat(999), fc.nat(999))),
    country: fc.subarray(['DE', 'NL', '(blank)'], { minLength: 0 }),
    environmentIds: fc.subarray(scope),
    ruleDecisions: fc.oneof(fc.constant([]), fc.subarray(['Approve', 'Review', 'Challenge', 'Reject'])),
    finalDecisions: fc.oneof(fc.constant([]), fc.subarray(['Approved', 'Rejected', 'Pending'])),
    transactionStatuses: fc.oneof(fc.constant([]), fc.subarray(['Chargeback', 'Bank approved', 'Unknown'])),
    chosen: fc.oneof(
      fc.constant<string[]>([]),
      fc.subarray(['Geo', 'Score', 'O1', 'Amount / two', 'O2 / x'], { minLength: 1, maxLength: 3 }),
    ),
  })
  .map(({ days, scores, country, ...rest }) => ({
    ...rest,
    from: day(Math.min(...days)),
    to: day(Math.max(...days)),
    scoreFrom: Math.min(...scores),
    scoreTo: Math.max(...scores),
    attributes: { country },
  }))
export type RulesQuestion = typeof randomInput extends fc.Arbitrary<infer Item> ? Item : never

/** Returns the rule or clause of a name. */
export const reference = (name: string): RuleReference => {
  const [rule = '', clause = null] = name.split(' / ')
  return { ruleId: ruleIdOf(rule), clause }
}
const idOfTable = <Row extends { rule: string }>({ rule, ...row }: Row) => ({ ruleId: ruleIdOf(rule), ...row })

/** Finds the records of a report by its filters, one by one. */
export function recordsOf(input: RulesQuestion): PlacedRecord[] {
  const inScope = covered.filter(({ environmentId }) =>
    (input.environmentIds.length === 0 ? scope : input.environmentIds).includes(environmentId),
  )
  const { ids } = calculate('filterRows', inScope, {
    scoreFrom: input.scoreFrom,
    scoreTo: input.scoreTo,
    dateFrom: input.from,
    dateTo: input.to,
    attrs: input.attributes,
    ruleDecisions: input.ruleDecisions,
    finalDecisions: input.finalDecisions,
    statuses: input.transactionStatuses,
  }) as { ids: string[] }
  const found = new Set(ids)
  return inScope.filter(({ id }) => found.has(id))
}

/** Names of the rules and clauses that decided or observed a record. */
export const namesOf = (row: PlacedRecord, kind: RulesQuestion['kind']): string[] => {
  const seen = kind === 'observe' ? row.observe : row.rule === null ? [] : [{ rule: row.rule, clause: row.clause }]
  return seen.flatMap(({ rule, clause }) => [rule, `${rule} / ${clause}`])
}
/** Records of the chosen rules, or of any. */
export const chosenOf = (rows: readonly PlacedRecord[], { kind, chosen }: RulesQuestion): PlacedRecord[] =>
  rows.filter(row => {
    const names = namesOf(row, kind)
    return chosen.length === 0 ? names.length > 0 : names.some(name => chosen.includes(name))
  })

const cents = (row: PlacedRecord, view: string): number =>
  view === 'count' ? 1 : Math.round((row.amountUsd ?? 0) * 100) / 100
/** Adds up records. */
export const volume = (rows: readonly PlacedRecord[], view: string): number =>
  view === 'count' ? rows.length : rows.reduce((sum, row) => sum + Math.round(cents(row, view) * 100), 0) / 100

/** Counts what a row adds to the table of the worked-out figures. */
function qualityOf(rows: readonly PlacedRecord[], own: readonly PlacedRecord[], { kind, view }: RulesQuestion) {
  const classes = calculate('classify', rows) as Record<string, { status: string }>
  const of = (some: readonly PlacedRecord[], status: string) => some.filter(({ id }) => classes[id]?.status === status)
  const isStopped = ({ decision }: PlacedRecord) => decision !== null && decision !== 'Approve'
  const judged = kind === 'decision' ? own.filter(isStopped) : own
  const [fraud, good] = [volume(of(judged, 'fraud'), view), volume(of(judged, 'nonfraud'), view)]
  const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole)
  const unique = of(judged, 'fraud').filter(row =>
    kind === 'decision'
      ? row.observe.length === 0
      : !isStopped(row) && row.observe.every(({ rule }) => rule === row.observe[0]?.rule),
  )
  return {
    precision: ratio(fraud, Math.round((fraud + good) * 100) / 100),
    precisionInterval: view === 'count' && fraud + good > 0 ? shareInterval(fraud, fraud + good) : null,
    goodVolume: good,
    falsePositiveRate: ratio(good, volume(of(rows, 'nonfraud'), view)),
    uniqueCatches: volume(unique, view),
    fraudShare: ratio(volume(of(own, 'fraud'), view), volume(of(rows, 'fraud'), view)),
  }
}

type TableRow = { rule: string; volume: number; clauses?: ({ clause: string } & Record<string, unknown>)[] }

/** Computes the rows of records by the worked-out figures, and the others by their definitions. */
export function rowsOf(rows: readonly PlacedRecord[], input: RulesQuestion) {
  const { kind, view, grain, from, to } = input
  const more = (name: string) => {
    const own = rows.filter(row => namesOf(row, kind).includes(name))
    const series = calculate('timeSeries', own, {
      metric: 'transactions',
      grain,
      from,
      to,
      view,
    }) as RulesReport['series']['transactions']
    return { ...qualityOf(rows, own, input), trend: series.map(each => each.volume) }
  }
  if (kind === 'decision')
    return (calculate('decisionRuleTable', rows, { view }) as TableRow[]).map(({ clauses = [], ...row }) => ({
      ...idOfTable(row),
      ...more(row.rule),
      clauses: clauses.map(clause => ({ ...clause, ...more(`${row.rule} / ${clause.clause}`) })),
    }))
  const byClause = (rule: string) =>
    (
      calculate(
        'observeRuleTable',
        rows.map(row => ({
          ...row,
          observe: row.observe.filter(each => each.rule === rule).map(({ clause }) => ({ rule: clause })),
        })),
        { view },
      ) as TableRow[]
    ).map(({ rule: clause, ...row }) => ({ clause, distribution: null, ...row, ...more(`${rule} / ${clause}`) }))
  return (calculate('observeRuleTable', rows, { view }) as TableRow[]).map(row => ({
    ...idOfTable(row),
    distribution: null,
    ...more(row.rule),
    clauses: byClause(row.rule),
  }))
}
