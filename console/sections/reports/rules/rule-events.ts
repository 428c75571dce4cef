import type { RuleReference, RulesInput, RulesReport, SearchCondition } from '@assay/risk-service/contract'
import { searchParameters } from '../../../platform/search-url/search-url.ts'
import { reportConditions } from '../report-events.ts'

type Question = Omit<RulesInput, 'environmentId' | 'view' | 'grain' | 'rules'>

/**
 * Returns the search for the events that a rule or clause decided, or that an observing one saw. Undefined where the
 * search would find others than the report counts: without any, with a filter that it does not know, or where two
 * observing rules have a clause of the same name.
 * @param eventNames names under which events have the rule
 */
export function ruleEventsOf(
  reference: RuleReference,
  eventNames: readonly string[],
  report: Pick<RulesReport, 'rows'> | undefined,
  input: Question,
): URLSearchParams | undefined {
  const named = input.kind === 'decision' ? decidedBy(reference, eventNames) : observedBy(reference, report?.rows ?? [])
  const filters = reportConditions(input)
  if (named === undefined || filters === undefined) return undefined
  return searchParameters({
    eventType: input.assessment,
    filter: { period: 'all', conditions: [...named, ...filters] },
  })
}

function decidedBy({ clause }: RuleReference, names: readonly string[]): SearchCondition[] | undefined {
  if (names.length === 0) return undefined
  return [
    { column: 'rule', op: 'in', value: [...names] },
    ...(clause === null ? [] : [{ column: 'clause', op: 'eq', value: clause } as const]),
  ]
}

/** Answers name the clauses that observed, without their rules. */
function observedBy({ ruleId, clause }: RuleReference, rows: RulesReport['rows']): SearchCondition[] | undefined {
  const own = rows.find(row => row.ruleId === ruleId)?.clauses.map(each => each.clause) ?? []
  const sought = clause === null ? own : [clause]
  const others = new Set(rows.filter(row => row.ruleId !== ruleId).flatMap(row => row.clauses.map(each => each.clause)))
  if (sought.length === 0 || sought.some(name => others.has(name))) return undefined
  return [{ column: 'observingClause', op: 'in', value: sought }]
}
