import type { Later } from './resources.ts'
import type { ClauseOutcome, CompiledClause, CompiledRule, Scope, ScopeInit } from './types.ts'

/** Makes the state of one event's evaluation. One scope per event; its rules share it. */
export function createScope(init: ScopeInit): Scope {
  return {
    event: init.event,
    now: init.now,
    riskScore: init.riskScore,
    botScore: init.botScore,
    variables: init.variables ?? new Map<string, unknown>(),
    readers: init,
    correlationId: init.correlationId ?? '',
    decision: init.decision,
    random: init.random ?? Math.random,
    errors: [],
    recovered: [],
    calls: [],
    models: [],
    steps: 0,
    nextCheck: 4000,
    started: 0,
    waiting: undefined,
    resume: undefined,
    results: undefined,
    memoOwner: undefined,
    memo: undefined,
    frameOwner: undefined,
    frame: [],
  }
}

/** Runs a clause to its end: at once unless it has to wait for a resource. */
export function runClause(clause: CompiledClause, scope: Scope): Later<ClauseOutcome> {
  const outcome = clause.run(scope)
  return scope.waiting === undefined ? outcome : settle(scope, () => clause.run(scope))
}

/** Tests the condition of a rule: at once unless it has to wait for a resource. */
export function testCondition(rule: CompiledRule, scope: Scope): Later<boolean> {
  const selected = rule.condition(scope)
  return scope.waiting === undefined ? selected : settle(scope, () => rule.condition(scope))
}

/** Goes on as often as something is waited for. */
async function settle<T>(scope: Scope, again: () => T): Promise<T> {
  for (;;) {
    await scope.waiting
    const result = again()
    if (scope.waiting === undefined) return result
  }
}
