import type { Scope, ScopeInit } from './types.ts'

/** Makes the state of one event's evaluation. One scope per event; its rules share it. */
export function createScope(init: ScopeInit): Scope {
  return {
    event: init.event,
    now: init.now,
    riskScore: init.riskScore,
    botScore: init.botScore,
    variables: init.variables ?? new Map<string, unknown>(),
    lists: init.lists,
    correlationId: init.correlationId ?? '',
    decision: init.decision,
    random: init.random ?? Math.random,
    errors: [],
    steps: 0,
    memoOwner: undefined,
    memo: undefined,
    frameOwner: undefined,
    frame: [],
  }
}
