import type { Explanation } from '../../contract/index.ts'
import type { CallRecord } from '../../fql/index.ts'
import type { ChainRule, CompactExplanation, DecisionTimings } from '../../ports/stored-explanation.ts'

/** Returns calls in the form of an explanation. */
export const explainCalls = (calls: readonly CallRecord[]): NonNullable<Explanation['calls']> =>
  calls.map(({ kind, name, status, httpStatus, latencyMs, errorMessage }) => ({
    kind,
    name,
    status,
    httpStatus,
    latencyMs,
    error: errorMessage,
  }))

/**
 * Returns the stored form of an explanation. `chain` is null when no rules ran: nothing has to be looked up then. The
 * values that rules read from resources are added when it is written.
 */
export function compactExplanation(chain: string | null, explanation: Explanation): Explanation | CompactExplanation {
  const { contributions, runtimeErrors, rules, snoozed, routing, calls } = explanation
  if (chain === null || rules.length === 0) return explanation
  let selected = ''
  const clauses: CompactExplanation['clauses'] = {}
  rules.forEach((rule, index) => {
    selected += rule.selected ? '1' : '0'
    if (rule.clauses.length > 0) clauses[index] = rule.clauses
  })
  return {
    contributions,
    runtimeErrors,
    chain,
    selected,
    clauses,
    ...(snoozed === undefined ? {} : { snoozed }),
    ...(routing === undefined ? {} : { routing }),
    ...(calls === undefined ? {} : { calls }),
  }
}

/**
 * Restores the whole explanation; `rules` are those stored under its chain. Explanations of earlier versions were
 * stored whole.
 */
export function expandExplanation(
  stored: Explanation | CompactExplanation,
  rules: readonly ChainRule[] | null,
): Explanation {
  if (!('chain' in stored)) return withoutTimings(stored)
  const { contributions, runtimeErrors, selected, clauses, snoozed, routing, calls } = stored
  return {
    contributions,
    runtimeErrors,
    rules: (rules ?? []).slice(0, selected.length).map(({ firstMatch: _first, clauses: _names, ...rule }, index) => ({
      ...rule,
      selected: selected[index] === '1',
      clauses: clauses[index] ?? [],
    })),
    ...(snoozed === undefined ? {} : { snoozed }),
    ...(routing === undefined ? {} : { routing }),
    ...(calls === undefined ? {} : { calls }),
  }
}

/** Returns an explanation that was stored whole, without what is stored beside it. */
function withoutTimings(stored: Explanation & { timings?: DecisionTimings }): Explanation {
  if (stored.timings === undefined) return stored
  const { timings: _beside, ...explanation } = stored
  return explanation
}
