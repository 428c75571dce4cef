import type { DecidingClause, Operand } from '../../fql/index.ts'
import type { PublishedChain, PublishedRule } from '../rules/published-chain.ts'
import type { RuleResult } from '../rules/rule-result.ts'

/** Number of nearest clauses for which changes that make them decide are searched. */
const nearestClauses = 4

/** The operands of a clause that a search changes. */
export interface SearchTarget {
  operands: readonly { operand: Operand; clause: DecidingClause }[]
  /** All of them, so that the clause decides; else any one of them, so that it does not. */
  fewest: boolean
}

/**
 * Yields the clause that decided, and the clauses before it that were nearest to deciding. `holds` tests an operand in
 * the original event.
 */
export function* findTargets(
  { chain, clauses }: { chain: PublishedChain; clauses: ReadonlyMap<PublishedRule, readonly DecidingClause[]> },
  base: RuleResult,
  holds: (operand: Operand, clause: DecidingClause) => boolean | null,
): Generator<undefined, SearchTarget[]> {
  const rules = chain.sets.flatMap(set => set.rules)
  const found: SearchTarget[] = []
  const nearest: { operands: SearchTarget['operands']; missing: number }[] = []
  for (const rule of rules) {
    for (const clause of clauses.get(rule) ?? []) {
      const operands = clause.operands.map(operand => ({ operand, clause }))
      if (rule.id === base.rule?.id && clause.name === base.clause) {
        found.push({ operands, fewest: false })
        break
      }
      const missing = operands.filter(({ operand }) => holds(operand, clause) !== true)
      if (missing.length > 0 && missing.length <= 3) nearest.push({ operands: missing, missing: missing.length })
      yield
    }
    if (rule.id === base.rule?.id) break
  }
  return [
    ...found,
    ...nearest
      .toSorted((a, b) => a.missing - b.missing)
      .slice(0, nearestClauses * 3)
      .map(({ operands }) => ({ operands, fewest: true })),
  ]
}
