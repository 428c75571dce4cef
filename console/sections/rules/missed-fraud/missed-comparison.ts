import {
  type ContrastFinding,
  type ContrastInput,
  type SearchCondition,
  searchLimits,
} from '@assay/risk-service/contract'
import { searchParameters } from '../../../platform/search-url/search-url.ts'

/** Periods of events that are compared, as the search has them, and their days. */
export const missedPeriods = ['7d', '30d', '90d'] as const
export type MissedPeriod = (typeof missedPeriods)[number]
export const daysOf: Readonly<Record<MissedPeriod, number>> = { '7d': 7, '30d': 30, '90d': 90 }

/** What missed fraud is compared with: fraud that the rule decided, or all other events. */
export const missedComparisons = ['caught', 'others'] as const
type MissedComparison = (typeof missedComparisons)[number]

/** A published rule with the events that are compared. */
export interface ComparedRule {
  environmentId: string
  eventType: string
  ruleId: string
  /** Name under which the events have it. */
  name: string
  period: MissedPeriod
  comparedWith: MissedComparison
  timeZone: string
}

/** The comparison of fraud that a rule missed (A) with what it caught or with all other events (B). */
export function comparisonOf(rule: ComparedRule): ContrastInput {
  const { environmentId, eventType, ruleId, period, comparedWith, timeZone } = rule
  const filter = { period, timeZone }
  return {
    environmentId,
    eventType,
    timeZone,
    a: { kind: 'rule', ruleId, outcome: 'missed', filter },
    b: comparedWith === 'caught' ? { kind: 'rule', ruleId, outcome: 'caught', filter } : { kind: 'search', filter },
  }
}

const fraud: SearchCondition = { column: 'label', op: 'eq', value: 'Fraud' }

/** The address of fraud that the rule missed or caught in the search, of those events that meet the conditions. */
export function fraudSearch(
  { eventType, name, period }: ComparedRule,
  outcome: 'missed' | 'caught',
  conditions: readonly SearchCondition[] = [],
): URLSearchParams {
  const decided: SearchCondition = { column: 'rule', op: outcome === 'caught' ? 'eq' : 'neq', value: name }
  return searchParameters({ eventType, filter: { period, conditions: [fraud, decided, ...conditions] } })
}

/**
 * The address of the events with a value in the search, in the set where it is more frequent. Undefined where a search
 * has no conditions for it, or too many.
 */
export function findingSearch(rule: ComparedRule, { a, b, conditions }: ContrastFinding): URLSearchParams | undefined {
  if (conditions === null || conditions.length + 2 > searchLimits.filters) return undefined
  const { eventType, period, comparedWith } = rule
  if (a.share > b.share) return fraudSearch(rule, 'missed', conditions)
  if (comparedWith === 'caught') return fraudSearch(rule, 'caught', conditions)
  return searchParameters({ eventType, filter: { period, conditions } })
}
