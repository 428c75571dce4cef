import { fraudRateOf } from '../figures/summary-kpis.ts'
import { groupBy, totalsOf } from '../figures/totals.ts'
import type { AssessedRecord } from '../records/assessed-record.ts'
import { clauseName } from '../records/filter-records.ts'
import { compareNames, rateOf, sumOf } from '../volumes/volume.ts'

/** Figures that rows of rules and of clauses share. */
function ruleFigures(records: readonly AssessedRecord[]) {
  const totals = totalsOf(records)
  return {
    volume: totals.transactions,
    manualReviewRate: rateOf(totals.reviewed, totals.transactions),
    ruleRejectedRate: rateOf(totals.rejected, totals.transactions),
    fraudVolume: totals.fraud,
    nonFraudVolume: totals.nonFraud,
    fraudRate: fraudRateOf(totals),
    sentToBankVolume: totals.sentToBank,
    bankAcceptanceRate: rateOf(totals.bankApproved, totals.sentToBank),
  }
}

/** Sorts by volume, largest first; equal ones by name. */
export const byVolume = <Row extends { volume: number }>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] =>
  rows.toSorted((left, right) => right.volume - left.volume || compareNames(nameOf(left), nameOf(right)))

/** Returns the rules that decided, each with its clauses. Shares of both are of all transactions that a rule decided. */
export function decisionRuleTableOf(records: readonly AssessedRecord[]) {
  const decided = records.filter(({ record }) => record.rule !== null)
  const whole = sumOf(decided.map(({ weight }) => weight))
  const figures = (some: readonly AssessedRecord[]) => {
    const own = ruleFigures(some)
    return { ...own, distribution: rateOf(own.volume, whole) }
  }
  return byVolume(
    [...groupBy(decided, ({ record }) => [record.rule ?? ''])].map(([rule, ofRule]) => ({
      rule,
      ...figures(ofRule),
      clauses: byVolume(
        [...groupBy(ofRule, ({ record }) => [record.clause])].map(([clause, some]) => ({ clause, ...figures(some) })),
        ({ clause }) => clause ?? '',
      ),
    })),
    ({ rule }) => rule,
  )
}

/** Returns the rules that observed. A transaction counts for each of them; its decision is that of its decision rule. */
export const observeRuleTableOf = (records: readonly AssessedRecord[]) =>
  byVolume(
    [...groupBy(records, ({ record }) => record.observe.map(({ rule }) => rule))].map(([rule, some]) => ({
      rule,
      ...ruleFigures(some),
    })),
    ({ rule }) => rule,
  )

export const overlapLevels = ['rule', 'clause'] as const
export type OverlapLevel = (typeof overlapLevels)[number]

/** Returns which share of what a rule observed each decision rule decided; a missing cell: none of it. */
export function overlapOf(records: readonly AssessedRecord[], level: OverlapLevel) {
  const nameOf = (rule: string, clause: string | null): string => (level === 'rule' ? rule : clauseName(rule, clause))
  const decidingRule = ({ record: { rule, clause } }: AssessedRecord): string[] =>
    rule === null ? [] : [nameOf(rule, clause)]
  const observed = groupBy(records, ({ record }) => record.observe.map(({ rule, clause }) => nameOf(rule, clause)))
  return {
    columns: [...groupBy(records, decidingRule).keys()].sort(compareNames),
    rows: [...observed]
      .sort(([left], [right]) => compareNames(left, right))
      .map(([observe, hits]) => {
        const whole = sumOf(hits.map(({ weight }) => weight))
        const cells = [...groupBy(hits, decidingRule)]
          .sort(([left], [right]) => compareNames(left, right))
          .map(([name, some]) => [name, rateOf(sumOf(some.map(({ weight }) => weight)), whole)])
        return { observe, cells: Object.fromEntries(cells) as Record<string, number | null> }
      }),
  }
}
