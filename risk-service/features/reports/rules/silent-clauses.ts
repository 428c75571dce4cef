import { reportsLimits } from '../../../contract/reports/report-definitions.ts'
import type { SilentClause } from '../../../contract/reports/rules-report.ts'
import { compareNames } from '../model/volumes/volume.ts'
import type { ClauseTests, PublishedRule } from './rules-reads.ts'

/**
 * Returns the clauses of active rules that had no effect in any transaction, those with the most transactions first.
 * What no transaction had among its rules is left out: it may have been published since.
 */
export function silentClausesOf(tests: readonly ClauseTests[], rules: readonly PublishedRule[]): SilentClause[] {
  const clauses = new Set(
    rules
      .filter(({ status }) => status === 'active')
      .flatMap(({ id, clauses: names }) => names.map(clause => `${id} ${clause}`)),
  )
  return tests
    .filter(
      ({ rule_id, clause, events, effects }) => events > 0 && effects === 0 && clauses.has(`${rule_id} ${clause}`),
    )
    .map(({ rule_id: ruleId, clause, events, tested }): SilentClause => {
      return { ruleId, clause, reason: tested === 0 ? 'shadowed' : 'dead', events, tested }
    })
    .sort(
      (left, right) =>
        right.events - left.events ||
        compareNames(left.ruleId, right.ruleId) ||
        compareNames(left.clause, right.clause),
    )
    .slice(0, reportsLimits.silentClauses)
}
