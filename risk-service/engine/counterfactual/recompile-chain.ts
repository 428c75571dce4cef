import type { RuleBody } from '../../contract/index.ts'
import { type CheckEnvironment, compileRules, type DecidingClause, decidingClauses, FqlError } from '../../fql/index.ts'
import type { ChainRule } from '../../ports/stored-explanation.ts'
import { inRunOrder } from '../rules/compile-rule-set.ts'
import { emptyChain, type PublishedChain, type PublishedRule, type RuleSet, waits } from '../rules/published-chain.ts'

/** A rule of the chain of a decided event; `body` is null when the version no longer exists. */
export type StoredRule = ChainRule & { body: RuleBody | null }

/**
 * Compiles the chain of that time; null when a part of it no longer exists or is no longer valid. Rule by rule, so that
 * a decision does not wait for many of them.
 */
export function* recompileChain(
  rules: readonly StoredRule[],
  checks: ReadonlyMap<string, CheckEnvironment | null>,
): Generator<
  undefined,
  { chain: PublishedChain; clauses: ReadonlyMap<PublishedRule, readonly DecidingClause[]> } | null
> {
  const clauses = new Map<PublishedRule, readonly DecidingClause[]>()
  const sets: RuleSet[] = []
  try {
    for (const [environmentId, own] of Map.groupBy(rules, each => each.environmentId)) {
      const check = checks.get(environmentId)
      if (check == null) return null
      const publishedRules: PublishedRule[] = []
      for (const each of own) {
        if (each.body === null) return null
        const [compiled] = compileRules([each.body], check, { mode: 'closures' })
        if (compiled === undefined) return null
        const publishedRule: PublishedRule = {
          id: each.ruleId,
          name: each.rule,
          environmentId,
          version: each.version,
          position: each.position,
          compiled,
          clauses: inRunOrder(compiled.clauses),
        }
        clauses.set(publishedRule, decidingClauses(each.body, check))
        publishedRules.push(publishedRule)
        yield
      }
      sets.push({ environmentId, firstMatch: own.some(each => each.firstMatch === true), rules: publishedRules })
    }
  } catch (error) {
    if (error instanceof FqlError) return null
    throw error
  }
  return { chain: { ...emptyChain, sets, waits: sets.some(set => set.rules.some(waits)) }, clauses }
}
