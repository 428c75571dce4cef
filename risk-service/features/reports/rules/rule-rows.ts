import type { RuleRow, RuleRowFigures, RulesInput } from '../../../contract/reports/rules-report.ts'
import { timeSeriesOf } from '../model/figures/time-series.ts'
import { groupBy, totalsOf } from '../model/figures/totals.ts'
import { clauseName } from '../model/records/filter-records.ts'
import { ruleQualityOf } from '../model/tables/rule-quality.ts'
import { decisionRuleTableOf, observeRuleTableOf } from '../model/tables/rule-tables.ts'
import type { VolumeRecord } from '../summary/volume-records.ts'
import { namesOf, referenceOf } from './path-records.ts'

/**
 * Returns the rows of rules with their clauses, by volume.
 * @param records of all transactions in the filter, whatever their days
 * @param byDay the same by day, whatever their outcomes
 */
export function ruleRowsOf(
  records: readonly VolumeRecord[],
  byDay: readonly VolumeRecord[],
  input: RulesInput,
): RuleRow[] {
  const { kind } = input
  const whole = totalsOf(records)
  const groups = groupByName(records, kind)
  const days = groupByName(byDay, kind)
  const more = (name: string): Omit<RuleRowFigures, keyof ReturnType<typeof tableOf>[number]['figures']> => {
    return {
      ...ruleQualityOf(groups.get(name) ?? [], whole, input),
      trend: timeSeriesOf(days.get(name) ?? [], 'transactions', input).map(({ volume }) => volume),
    }
  }
  return tableOf(records, kind).map(({ rule, figures, clauses }) => ({
    ruleId: referenceOf(rule).ruleId,
    ...figures,
    ...more(rule),
    clauses: clauses.map(({ clause, figures: ofClause }) => ({
      clause: clause ?? '',
      ...ofClause,
      ...more(clauseName(rule, clause)),
    })),
  }))
}

/** Returns the records of each rule and of each clause by its name. */
const groupByName = (records: readonly VolumeRecord[], kind: RulesInput['kind']) =>
  groupBy(records, each => {
    const { rules, clauses } = namesOf(each, kind)
    return [...rules, ...clauses]
  })

/** Returns the table of decision rules, or that of observing rules in the same form. */
function tableOf(records: readonly VolumeRecord[], kind: RulesInput['kind']) {
  if (kind === 'decision')
    return decisionRuleTableOf(records).map(({ rule, clauses, ...figures }) => ({
      rule,
      figures,
      clauses: clauses.map(({ clause, ...ofClause }) => ({ clause, figures: ofClause })),
    }))
  const named = observeRuleTableOf(
    records.map(each => ({
      ...each,
      record: {
        ...each.record,
        observe: each.record.observe.map(({ rule, clause }) => ({ rule: clauseName(rule, clause), clause: null })),
      },
    })),
  ).map(({ rule: name, ...figures }) => ({ ...referenceOf(name), figures: { ...figures, distribution: null } }))
  const clausesOf = Map.groupBy(named, ({ ruleId }) => ruleId)
  return observeRuleTableOf(records).map(({ rule, ...figures }) => ({
    rule,
    figures: { ...figures, distribution: null },
    clauses: clausesOf.get(referenceOf(rule).ruleId) ?? [],
  }))
}
