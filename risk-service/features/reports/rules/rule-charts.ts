import { bankAnswers, reportsLimits } from '../../../contract/reports/report-definitions.ts'
import type { RuleOverlap, RulesInput, RulesReport } from '../../../contract/reports/rules-report.ts'
import { distributionOf } from '../model/figures/time-series.ts'
import { groupBy } from '../model/figures/totals.ts'
import { clauseName } from '../model/records/filter-records.ts'
import { byVolume, type OverlapLevel, overlapOf } from '../model/tables/rule-tables.ts'
import { sumOf } from '../model/volumes/volume.ts'
import type { VolumeRecord } from '../summary/volume-records.ts'
import { namesOf, referenceOf } from './path-records.ts'

const volumeOf = (records: readonly VolumeRecord[]): number => sumOf(records.map(({ weight }) => weight))

/** Records that are told apart by rules: the name of the rule or clause of each, the largest ones, and whether others remain. */
function splitByRule(records: readonly VolumeRecord[], { rules: chosen }: RulesInput) {
  // Of one rule alone the clauses are of interest.
  const byClause = new Set(chosen.map(({ ruleId }) => ruleId)).size === 1
  const nameOf = ({ record: { rule, clause } }: VolumeRecord): string => {
    if (rule === null) return ''
    return byClause ? clauseName(rule, clause) : rule
  }
  const sums = byVolume(
    [...Map.groupBy(records, nameOf)].map(([name, some]) => ({ name, volume: volumeOf(some) })),
    ({ name }) => name,
  )
  const values = sums.slice(0, reportsLimits.rules).map(({ name }) => name)
  const lineOf = (each: VolumeRecord): string => (values.includes(nameOf(each)) ? nameOf(each) : '')
  return { values: sums.length > values.length ? [...values, ''] : values, lineOf }
}

const namedOf = (value: string) => (value === '' ? null : referenceOf(value))

/** Returns the volume of each rule, or of each clause of the only chosen rule, per period. */
export function ruleDistributionOf(records: readonly VolumeRecord[], input: RulesInput) {
  if (input.kind === 'observe') return null
  const { values, lineOf } = splitByRule(records, input)
  const { volumes } = distributionOf(records, values, lineOf, input)
  return { values: values.map(namedOf), volumes }
}

/** Returns what the bank answered, of what it was asked. */
export const bankDistributionOf = (records: readonly VolumeRecord[], input: RulesInput) =>
  distributionOf(
    records.filter(({ flags }) => flags.sentToBank),
    bankAnswers,
    ({ flags }) => (flags.bankApproved ? 'Approved' : flags.bankDeclined ? 'Declined' : 'Unknown'),
    input,
  )

/** A record of the transactions of a range with scores of one bin; -1: without a score. */
export type ScoreRecord = VolumeRecord & { bin: number }

/** Returns the volumes by bin, told apart by decision rule when rules are chosen. */
export function scoresOf(records: readonly ScoreRecord[], input: RulesInput): RulesReport['scores'] {
  const { values, lineOf } =
    input.kind === 'decision' && input.rules.length > 0
      ? splitByRule(records, input)
      : { values: [''], lineOf: () => '' }
  const bins = Map.groupBy(records, ({ bin }) => bin)
  return {
    values: values.map(namedOf),
    bins: [...bins]
      .filter(([bin]) => bin >= 0)
      .sort(([left], [right]) => left - right)
      .map(([bin, some]) => ({
        bin,
        volumes: values.map(value => volumeOf(some.filter(each => lineOf(each) === value))),
      })),
    withoutScore: volumeOf(bins.get(-1) ?? []),
  }
}

/** Returns the overlap of observing with deciding rules, with references in the place of names. */
export function overlapTableOf(records: readonly VolumeRecord[], level: OverlapLevel): RuleOverlap {
  const { columns, rows } = overlapOf(records, level)
  const numbers = new Map(columns.map((name, column) => [name, column]))
  const hits = groupBy(records, each => {
    const { rules, clauses } = namesOf(each, 'observe')
    return level === 'rule' ? rules : clauses
  })
  return {
    columns: columns.map(referenceOf),
    rows: rows.map(({ observe, cells }) => ({
      observe: referenceOf(observe),
      volume: sumOf((hits.get(observe) ?? []).map(({ weight }) => weight)),
      cells: Object.entries(cells).flatMap(([name, share]) => {
        const column = numbers.get(name)
        return column === undefined ? [] : [{ column, share }]
      }),
    })),
  }
}
