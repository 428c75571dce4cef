import {
  addDays,
  blankValue,
  type ReportAttribute,
  type RuleReference,
  type RulesInput,
  type RulesReport,
  reportAttributes,
  type SearchCondition,
} from '@assay/risk-service/contract'
import { searchParameters } from '../../../platform/search-url/search-url.ts'

type Question = Omit<RulesInput, 'environmentId' | 'view' | 'grain' | 'rules'>

/** Columns of the search that hold what reports are filtered by. */
const columns: Partial<Record<ReportAttribute, string>> = {
  paymentType: 'paymentType',
  cardType: 'cardType',
  country: 'ipCountry',
}

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
  const { from, to, assessment } = input
  const named = input.kind === 'decision' ? decidedBy(reference, eventNames) : observedBy(reference, report?.rows ?? [])
  const filters = filtersOf(input)
  if (named === undefined || filters === undefined) return undefined
  const range: SearchCondition[] = [
    { column: 'at', op: 'gte', value: `${from}T00:00:00.000Z` },
    { column: 'at', op: 'lt', value: `${addDays(to, 1)}T00:00:00.000Z` },
  ]
  return searchParameters({
    eventType: assessment,
    filter: { period: 'all', conditions: [...named, ...range, ...filters] },
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

/** Returns the filters of a report as those of the search; undefined where it has no such field. */
function filtersOf(input: Question): SearchCondition[] | undefined {
  const { scoreFrom, scoreTo, attributes, ruleDecisions, environmentIds } = input
  if ([input.finalDecisions, input.transactionStatuses, input.latestStatuses].some(values => values.length > 0))
    return undefined
  const conditions: SearchCondition[] = []
  // Reports widen a range of scores to whole tens.
  const [low, high] = [Math.floor(scoreFrom / 10) * 10, Math.floor(scoreTo / 10) * 10 + 9]
  if (low > 0 || high < 999) conditions.push({ column: 'riskScore', op: 'between', value: [low, high] })
  if (ruleDecisions.length > 0) conditions.push({ column: 'decision', op: 'in', value: [...ruleDecisions] })
  if (environmentIds.length > 0) conditions.push({ column: 'environmentId', op: 'in', value: [...environmentIds] })
  for (const name of reportAttributes) {
    const values = attributes[name]
    if (values.length === 0) continue
    const column = columns[name]
    if (column === undefined || values.includes(blankValue)) return undefined
    conditions.push({ column, op: 'in', value: [...values] })
  }
  return conditions
}
