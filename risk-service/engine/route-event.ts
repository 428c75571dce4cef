import { systemQueue } from '../contract/constants.ts'
import type { Explanation } from '../contract/index.ts'
import type { ClauseOutcome, Scope } from '../fql/index.ts'
import { createScope, type Later, runClause, testCondition } from '../fql/index.ts'
import type { BookRule, PublishedChain } from './rule-book.ts'
import { errorOf, noteErrors } from './rule-result.ts'
import { rulesOf, withCalls } from './run-rules.ts'

export type Routed = NonNullable<Explanation['routing']>
const unrouted: Routed = Object.freeze({ queue: systemQueue, rule: null, clause: null })

/**
 * What routing rules see of an assessed event: by its assessment and part, and unprefixed in the request, then in the
 * answer.
 */
export function routingEvent(
  eventType: string,
  request: Record<string, unknown>,
  response: Record<string, unknown>,
): Record<string, unknown> {
  return { ...response, ...request, [eventType]: { request, response } }
}

/**
 * The queue of an event that was decided Review: the first clause that fires names it, else it is the system's. `event`
 * is only made when there are rules; its errors go with those of the explanation.
 */
export function routeEvent(
  chain: PublishedChain,
  before: Scope,
  event: () => Record<string, unknown>,
  errors: Explanation['runtimeErrors'],
): Later<Routed> {
  if (chain.routing.length === 0) return unrouted
  const scope = withCalls(
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
  if (chain.waits) return routeLater(chain, scope, errors)
  for (const rule of rulesOf(chain.routing)) {
    if (!noteErrors(rule, scope, scope.errors.length, rule.compiled.condition(scope), errors)) continue
    for (const clause of rule.clauses) {
      const routed = queueOf(rule, clause.name, clause.run(scope), errors)
      if (routed !== null) return routed
    }
  }
  return unrouted
}

async function routeLater(chain: PublishedChain, scope: Scope, errors: Explanation['runtimeErrors']): Promise<Routed> {
  for (const rule of rulesOf(chain.routing)) {
    if (!noteErrors(rule, scope, scope.errors.length, await testCondition(rule.compiled, scope), errors)) continue
    for (const clause of rule.clauses) {
      const routed = queueOf(rule, clause.name, await runClause(clause, scope), errors)
      if (routed !== null) return routed
    }
  }
  return unrouted
}

function queueOf(
  rule: BookRule,
  clause: string,
  outcome: ClauseOutcome,
  errors: Explanation['runtimeErrors'],
): Routed | null {
  for (const error of outcome.errors) errors.push(errorOf(rule, clause, error))
  return outcome.fired && outcome.queue !== undefined ? { queue: outcome.queue, rule: rule.name, clause } : null
}
