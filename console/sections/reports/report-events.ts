import {
  addDays,
  blankValue,
  type ReportAttribute,
  reportAttributes,
  type SearchCondition,
  type SummaryInput,
} from '@assay/risk-service/contract'

/** Columns of the search that hold what reports are filtered by. */
export const searchColumnsOf: Partial<Record<ReportAttribute, 'paymentType' | 'cardType' | 'ipCountry'>> = {
  paymentType: 'paymentType',
  cardType: 'cardType',
  country: 'ipCountry',
}

/**
 * Returns the range and the filters of a report as those of the search; undefined where it would find other events,
 * because it has no such field.
 */
export function reportConditions(
  input: Omit<SummaryInput, 'environmentId' | 'view' | 'grain'>,
): SearchCondition[] | undefined {
  const { from, to, scoreFrom, scoreTo, scoreType, attributes, ruleDecisions, environmentIds } = input
  const { finalDecisions, transactionStatuses, latestStatuses, fraudFlags, decisionRules, dataFilters } = input
  if (
    [finalDecisions, transactionStatuses, latestStatuses, fraudFlags, decisionRules].some(values => values.length > 0)
  )
    return undefined
  if (Object.keys(dataFilters).length > 0) return undefined
  const conditions: SearchCondition[] = [
    { column: 'at', op: 'gte', value: `${from}T00:00:00.000Z` },
    { column: 'at', op: 'lt', value: `${addDays(to, 1)}T00:00:00.000Z` },
  ]
  // Reports widen a range of scores to whole tens.
  const [low, high] = [Math.floor(scoreFrom / 10) * 10, Math.floor(scoreTo / 10) * 10 + 9]
  if (low > 0 || high < 999) {
    if (scoreType !== 'risk') return undefined
    conditions.push({ column: 'riskScore', op: 'between', value: [low, high] })
  }
  if (ruleDecisions.length > 0) conditions.push({ column: 'decision', op: 'in', value: [...ruleDecisions] })
  if (environmentIds.length > 0) conditions.push({ column: 'environmentId', op: 'in', value: [...environmentIds] })
  for (const name of reportAttributes) {
    const values = attributes[name]
    if (values.length === 0) continue
    const column = searchColumnsOf[name]
    if (column === undefined || values.includes(blankValue)) return undefined
    conditions.push({ column, op: 'in', value: [...values] })
  }
  return conditions
}
