import type { RulesInput, RulesReport } from '../../../contract/reports/rules-report.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { type DayRange, dayName } from '../../case-report/figures/periods.ts'
import { summaryKpisOf } from '../model/figures/summary-kpis.ts'
import { periodsOfRange, timeSeriesOf } from '../model/figures/time-series.ts'
import { totalsOf } from '../model/figures/totals.ts'
import { sumOf } from '../model/volumes/volume.ts'
import { type ReportCall, reportScopeOf } from '../summary/report-scope.ts'
import { outcomeRecords } from '../summary/volume-records.ts'
import { mergeDays, mergeOutcomes, mergePaths, pathKeyOf } from './merge-volumes.ts'
import { choiceTest, namesOf, pathRecords, RuleNames } from './path-records.ts'
import { readRulesReport } from './read-report.ts'
import { bankDistributionOf, overlapTableOf, ruleDistributionOf, scoresOf } from './rule-charts.ts'
import { ruleRowsOf } from './rule-rows.ts'
import type { PathVolume } from './rules-reads.ts'
import { silentClausesOf } from './silent-clauses.ts'

type RulesCall = ReportCall & Pick<EnvironmentCallContext, 'tree'>

/** Computes the report of rules. @throws ValidationError naming the field */
export async function loadRulesReport(call: RulesCall, input: RulesInput, signal?: AbortSignal): Promise<RulesReport> {
  const scope = reportScopeOf(call, input)
  const read = await readRulesReport(call, scope, input, signal)
  const { refreshedAt, hasTransactions, firstRead, asOf, firstDay, range, before } = read
  const { paths, rules, volumes, scoreVolumes, tests } = read
  const names = new RuleNames(rules, paths)
  const isChosen = choiceTest(input, names)
  const during = ({ from, to }: DayRange): PathVolume[] => volumes.filter(({ day }) => day >= from && day < to)
  const recordsOf = (rows: readonly PathVolume[], view = input.view) => pathRecords(rows, paths, names, view)
  const rows = during(range)
  const ofPaths = mergeDays(rows)
  const records = recordsOf(ofPaths)
  const whole = totalsOf(records)
  const choices = records.map(isChosen)
  const chosen = records.filter((_, index) => choices[index])
  const chosenPaths = new Set(ofPaths.filter((_, index) => choices[index]).map(pathKeyOf))
  const confirmed = totalsOf(input.view === 'count' ? chosen : recordsOf(ofPaths, 'count').filter(isChosen))
  const byDay = recordsOf(mergeOutcomes(rows))
  const chosenByDay = outcomeRecords(mergePaths(rows.filter(row => chosenPaths.has(pathKeyOf(row)))), input.view)
  const scores = recordsOf(scoreVolumes).map((each, index) => ({ ...each, bin: scoreVolumes[index]?.bin ?? -1 }))
  const series = (metric: 'transactions' | 'fraud') =>
    timeSeriesOf(chosenByDay, metric, input).map(({ volume, rate }) => ({ volume, rate }))
  const report = {
    rows: ruleRowsOf(records, byDay, input),
    overlap: { rules: overlapTableOf(records, 'rule'), clauses: overlapTableOf(records, 'clause') },
    silentClauses: silentClausesOf(tests, rules),
  }
  return {
    refreshedAt: refreshedAt?.toISOString() ?? null,
    firstDay: dayName(firstDay),
    hasData: hasTransactions,
    firstRead,
    confirmed: confirmed.fraud + confirmed.nonFraud,
    kpis: summaryKpisOf(totalsOf(chosen)),
    previous: before === null ? null : summaryKpisOf(totalsOf(recordsOf(mergeDays(during(before))).filter(isChosen))),
    whole: summaryKpisOf(whole),
    withoutRule: sumOf(
      records.filter(each => namesOf(each, input.kind).rules.length === 0).map(({ weight }) => weight),
    ),
    periods: periodsOfRange(input, asOf.getTime()),
    rules: namedRules(report, input).map(id => names.describe(id)),
    ...report,
    series: { transactions: series('transactions'), fraud: series('fraud') },
    distributions: {
      rules: ruleDistributionOf(byDay.filter(isChosen), input),
      bank: bankDistributionOf(chosenByDay, input),
    },
    scores: scoresOf(scores.filter(isChosen), input),
  }
}

/** Returns the ids of all rules that a report refers to. */
function namedRules(
  { rows, overlap: { rules }, silentClauses }: Pick<RulesReport, 'rows' | 'overlap' | 'silentClauses'>,
  input: RulesInput,
): string[] {
  const references = [
    ...rows,
    ...rules.columns,
    ...rules.rows.map(({ observe }) => observe),
    ...silentClauses,
    ...input.rules,
  ]
  return [...new Set(references.map(({ ruleId }) => ruleId))]
}
