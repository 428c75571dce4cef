import { createScope, type MaybePromise, runClause, type Scope, testCondition } from '../../fql/index.ts'
import type { PublishedChain, PublishedRule, RuleChain, RuleSet, RuleSetPrograms } from './published-chain.ts'
import {
  applyAction,
  applyClause,
  type ClauseScores,
  createRuleResult,
  type ExplanationDetail,
  type RuleResult,
  recordErrors,
  recordRule,
} from './rule-result.ts'
import { hideScores, RuleSetRunner, showScores, singleProgram } from './rule-set-runner.ts'

/**
 * Runs decision rules, then post-decision actions, which can no longer change the decision. Synchronous, unless a part
 * of the chain may have to wait.
 */
export function runChain(
  chain: PublishedChain,
  scope: Scope,
  scores: ClauseScores,
  detail: ExplanationDetail = 'effects',
): MaybePromise<RuleResult> {
  if (chain.waits) return runChainAsync(chain, scope, scores, detail)
  const result = runRules(chain.sets, scope, scores, detail)
  if (chain.actions.length > 0) {
    const after = afterDecision(scope, result)
    for (const rule of rulesOf(chain.actions)) {
      if (
        !recordErrors(
          rule,
          after,
          after.errors.length,
          rule.compiled.condition(after),
          result.explanation.runtimeErrors,
        )
      )
        continue
      for (const clause of rule.clauses) applyAction(rule, clause.name, clause.run(after), result)
    }
  }
  return result
}

/** Runs the same step by step, and waits where a part has to. */
async function runChainAsync(
  chain: PublishedChain,
  scope: Scope,
  scores: ClauseScores,
  detail: ExplanationDetail,
): Promise<RuleResult> {
  const result = createRuleResult()
  for (const set of chain.sets) {
    const ended =
      set.programs != null && detail === 'effects'
        ? await runProgramsAsync(set, set.programs, scope, scores, result)
        : await runRulesAsync(set, set.rules, scope, scores, result, detail)
    if (ended) break
  }
  if (chain.actions.length > 0) {
    const after = afterDecision(scope, result)
    for (const rule of rulesOf(chain.actions)) {
      enter(after, rule.name)
      if (
        !recordErrors(
          rule,
          after,
          after.errors.length,
          await testCondition(rule.compiled, after),
          result.explanation.runtimeErrors,
        )
      )
        continue
      for (const clause of rule.clauses) {
        enter(after, rule.name, clause.name)
        applyAction(rule, clause.name, await runClause(clause, after), result)
      }
    }
    result.calls = [...scope.calls, ...after.calls]
  } else result.calls = scope.calls
  return result
}

/** Runs programs as far as no part waits, and the rules between them one by one. Returns true when the chain ends. */
async function runProgramsAsync(
  set: RuleSet,
  programs: RuleSetPrograms,
  scope: Scope,
  scores: ClauseScores,
  result: RuleResult,
): Promise<boolean> {
  // One wait for values for which several rules would each wait.
  const fetched = scope.readers.velocities?.prefetch?.(programs.prefetchableReads(scope))
  if (fetched !== undefined) await fetched
  const run = new RuleSetRunner(set, scope, scores, result)
  for (const stretch of programs.segments) {
    if (stretch.run !== null) {
      if (run.run(stretch.run, stretch)) return true
    } else if (await runRulesAsync(set, set.rules.slice(stretch.from, stretch.to), scope, scores, result, 'effects'))
      return true
  }
  return false
}

/** Runs rules one by one, and waits where a part has to. Returns true when the chain ends. */
async function runRulesAsync(
  set: RuleSet,
  rules: readonly PublishedRule[],
  scope: Scope,
  scores: ClauseScores,
  result: RuleResult,
  detail: ExplanationDetail,
): Promise<boolean> {
  for (const rule of rules) {
    hideScores(scope)
    enter(scope, rule.name)
    // Most parts of such a chain do not wait: continuing synchronously costs nothing, a promise for each would.
    const before = scope.errors.length
    const tested = testCondition(rule.compiled, scope)
    if (!recordRule(rule, scope, before, typeof tested === 'boolean' ? tested : await tested, result)) continue
    for (const clause of rule.clauses) {
      showScores(clause, scope, scores)
      enter(scope, rule.name, clause.name)
      const ran = runClause(clause, scope)
      if (applyClause(rule, clause, ran instanceof Promise ? await ran : ran, scope, result, detail)) return true
    }
    if (set.firstMatch) return true
  }
  return false
}

/**
 * Runs a chain of decision rules that never wait: ancestors first, the first decision ends it. The explanation contains
 * every evaluated rule. By default it contains only clauses that took effect, because it is stored with every event and
 * reading values again costs as much as a run; names of the other evaluated clauses are in the answer.
 */
export function runRules(
  chain: RuleChain,
  scope: Scope,
  scores: ClauseScores,
  detail: ExplanationDetail = 'effects',
): RuleResult {
  const result = createRuleResult()
  for (const set of chain) {
    const program = detail === 'effects' ? singleProgram(set) : null
    if (program !== null) {
      if (new RuleSetRunner(set, scope, scores, result).run(program, { from: 0, to: set.rules.length })) return result
      continue
    }
    for (const rule of set.rules) {
      hideScores(scope)
      if (!recordRule(rule, scope, scope.errors.length, rule.compiled.condition(scope), result)) continue
      for (const clause of rule.clauses) {
        showScores(clause, scope, scores)
        if (applyClause(rule, clause, clause.run(scope), scope, result, detail)) return result
      }
      if (set.firstMatch) return result
    }
  }
  return result
}

/** Names the part that runs from now on, for the calls that it makes. */
export function enter(scope: Scope, rule: string, clause = ''): void {
  scope.rule = rule
  scope.clause = clause
}

export const rulesOf = (sets: RuleChain): PublishedRule[] => sets.flatMap(set => set.rules)

/**
 * Returns the scope of post-decision actions: with the decision, and the variables that decision rules have set. Every
 * action whose condition is true runs, clause by clause, parents before children; none stops the others.
 */
function afterDecision(before: Scope, { decision }: RuleResult): Scope {
  return mergeCalls(
    before,
    createScope({
      ...before.readers,
      event: before.event,
      now: before.now,
      variables: before.variables,
      correlationId: before.correlationId,
      random: before.random,
      decision,
    }),
  )
}

/** Merges the calls of two scopes: a call of decision rules is not repeated by the same event. */
export function mergeCalls(before: Scope, after: Scope): Scope {
  if (before.results === undefined) return after
  const calls = [...before.results].filter(
    ([key]) => key === 'responses' || key.startsWith('external|') || key.startsWith('assessment|'),
  )
  if (calls.length > 0) after.results = new Map(calls)
  return after
}
