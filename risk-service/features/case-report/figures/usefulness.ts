import { usefulnessValues } from '../../../contract/cases/case-definitions.ts'
import type { ReportQuality } from '../../../contract/cases/report/report-tabs.ts'
import type { Decision } from './decision.ts'
import { countBy, ratio } from './statistics.ts'

export type Usefulness = Omit<ReportQuality['usefulness'][number], 'link'>

/** Returns how useful reviewers found the cases of each rule and clause; shares of the cases that were rated. */
export function usefulnessOf(decisions: readonly Pick<Decision, 'rule' | 'clause' | 'usefulness'>[]): Usefulness[] {
  const clauses = Map.groupBy(
    decisions.filter(({ rule }) => rule !== null),
    ({ rule, clause }) => `${rule}\n${clause ?? ''}`,
  )
  return [...clauses.values()]
    .flatMap(rows => {
      const [first] = rows
      if (first?.rule == null) return []
      const rated = rows.filter(({ usefulness }) => usefulness !== null)
      const counts = countBy(usefulnessValues, rated, each => each.usefulness)
      const shares = Object.fromEntries(
        usefulnessValues.map(value => [value, ratio(counts[value], rated.length)]),
      ) as Usefulness['shares']
      return [{ rule: first.rule, clause: first.clause, cases: rows.length, rated: rated.length, counts, shares }]
    })
    .sort((one, other) => other.cases - one.cases || one.rule.localeCompare(other.rule))
}
