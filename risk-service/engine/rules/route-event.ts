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
import { enter, mergeCalls, rulesOf } from './run-rules.ts'

export type RoutingResult = NonNullable<Explanation['routing']>
/** Where an event is sent, by which rule, and the rules of which a part failed on the way. */
export interface EventRoute extends RoutingResult {
  ruleId: string | null
  failedRuleIds: readonly string[]
}
const unrouted: EventRoute = Object.freeze({
  queue: systemQueue,
  rule: null,
  clause: null,
  ruleId: null,
  failedRuleIds: [],
})

/** Returns the part of a route that is stored with the explanation of the event. */
export const explainRoute = ({ queue, rule, clause }: RoutingResult): RoutingResult => ({ queue, rule, clause })

/** What routing rules read of the answer to an event. */
export const routingAnswerNames = [
  'merchantRuleDecision',
  'merchantRuleReason',
  'riskScore',
  'botScore',
  'reasonCodes',
  'rule',
  'clauseName',
] as const
export type RoutingAnswer = Partial<Record<(typeof routingAnswerNames)[number], unknown>>

/**
 * Creates the event that routing rules read, from an assessed event: by its assessment and part, and unprefixed in the
 * request, then in the answer.
 */
export function createRoutingEvent(
  eventType: string,
  request: Record<string, unknown>,
  response: RoutingAnswer,
): Record<string, unknown> {
  return { ...response, ...request, [eventType]: { request, response } }
}

/**
 * Returns the route of an event with the decision Review: the first clause that fires names its queue, else it is the
 * system queue. `event` is created only when there are rules; its errors are added to those of the explanation.
 */
export function routeEvent(
  chain: PublishedChain,
  before: Scope,
  event: () => Record<string, unknown>,
  errors: Explanation['runtimeErrors'],
): MaybePromise<EventRoute> {
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
  const failedRuleIds: string[] = []
  for (const rule of rulesOf(chain.routing)) {
    const before = errors.length
    const route = routeBy(rule, scope, errors)
    if (errors.length > before) failedRuleIds.push(rule.id)
    if (route !== null) return { ...route, failedRuleIds }
  }
  return { ...unrouted, failedRuleIds }
}

/** Returns where a rule sends the event; null when no clause of it fires. */
function routeBy(rule: PublishedRule, scope: Scope, errors: Explanation['runtimeErrors']): EventRoute | null {
  if (!recordErrors(rule, scope, scope.errors.length, rule.compiled.condition(scope), errors)) return null
  for (const clause of rule.clauses) {
    const route = routeOf(rule, clause.name, clause.run(scope), errors)
    if (route !== null) return route
  }
  return null
}

async function routeEventAsync(
  chain: PublishedChain,
  scope: Scope,
  errors: Explanation['runtimeErrors'],
): Promise<EventRoute> {
  const failedRuleIds: string[] = []
  for (const rule of rulesOf(chain.routing)) {
    const before = errors.length
    const route = await routeByAsync(rule, scope, errors)
    if (errors.length > before) failedRuleIds.push(rule.id)
    if (route !== null) return { ...route, failedRuleIds }
  }
  return { ...unrouted, failedRuleIds }
}

async function routeByAsync(
  rule: PublishedRule,
  scope: Scope,
  errors: Explanation['runtimeErrors'],
): Promise<EventRoute | null> {
  enter(scope, rule.name)
  if (!recordErrors(rule, scope, scope.errors.length, await testCondition(rule.compiled, scope), errors)) return null
  for (const clause of rule.clauses) {
    enter(scope, rule.name, clause.name)
    const route = routeOf(rule, clause.name, await runClause(clause, scope), errors)
    if (route !== null) return route
  }
  return null
}

function routeOf(
  rule: PublishedRule,
  clause: string,
  outcome: ClauseOutcome,
  errors: Explanation['runtimeErrors'],
): EventRoute | null {
  for (const error of outcome.errors) errors.push(errorOf(rule, clause, error))
  return outcome.fired && outcome.queue !== undefined
    ? { queue: outcome.queue, rule: rule.name, clause, ruleId: rule.id, failedRuleIds: [] }
    : null
}
