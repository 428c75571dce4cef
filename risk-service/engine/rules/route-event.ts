import { systemQueue } from '../../contract/common/constants.ts'
import type { Explanation } from '../../contract/index.ts'
import {
  type ClauseOutcome,
  createScope,
  type MaybePromise,
  runClause,
  type Scope,
  testCondition,
} from '../../fql/index.ts'
import type { PublishedChain, PublishedRule } from './published-chain.ts'
import { errorOf, recordErrors } from './rule-result.ts'
import { mergeCalls, rulesOf } from './run-rules.ts'

export type RoutingResult = NonNullable<Explanation['routing']>
const unrouted: RoutingResult = Object.freeze({ queue: systemQueue, rule: null, clause: null })

/**
 * Creates the event that routing rules read, from an assessed event: by its assessment and part, and unprefixed in the
 * request, then in the answer.
 */
export function createRoutingEvent(
  eventType: string,
  request: Record<string, unknown>,
  response: Record<string, unknown>,
): Record<string, unknown> {
  return { ...response, ...request, [eventType]: { request, response } }
}

/**
 * Returns the queue of an event with the decision Review: the first clause that fires names it, else it is the system
 * queue. `event` is created only when there are rules; its errors are added to those of the explanation.
 */
export function routeEvent(
  chain: PublishedChain,
  before: Scope,
  event: () => Record<string, unknown>,
  errors: Explanation['runtimeErrors'],
): MaybePromise<RoutingResult> {
  if (chain.routing.length === 0) return unrouted
  const scope = mergeCalls(
    before,
    createScope({
      ...before.readers,
      event: event(),
      now: before.now,
      variables: before.variables,
      correlationId: before.correlationId,
      random: before.random,
    }),
  )
  if (chain.waits) return routeEventAsync(chain, scope, errors)
  for (const rule of rulesOf(chain.routing)) {
    if (!recordErrors(rule, scope, scope.errors.length, rule.compiled.condition(scope), errors)) continue
    for (const clause of rule.clauses) {
      const routed = queueOf(rule, clause.name, clause.run(scope), errors)
      if (routed !== null) return routed
    }
  }
  return unrouted
}

async function routeEventAsync(
  chain: PublishedChain,
  scope: Scope,
  errors: Explanation['runtimeErrors'],
): Promise<RoutingResult> {
  for (const rule of rulesOf(chain.routing)) {
    if (!recordErrors(rule, scope, scope.errors.length, await testCondition(rule.compiled, scope), errors)) continue
    for (const clause of rule.clauses) {
      const routed = queueOf(rule, clause.name, await runClause(clause, scope), errors)
      if (routed !== null) return routed
    }
  }
  return unrouted
}

function queueOf(
  rule: PublishedRule,
  clause: string,
  outcome: ClauseOutcome,
  errors: Explanation['runtimeErrors'],
): RoutingResult | null {
  for (const error of outcome.errors) errors.push(errorOf(rule, clause, error))
  return outcome.fired && outcome.queue !== undefined ? { queue: outcome.queue, rule: rule.name, clause } : null
}
