import { defined } from '../../contract/defined.ts'
import type { MaybePromise } from '../../fql/index.ts'
import type { CaseStart, DecidedEvent, EntityLink, EventWriter } from '../../ports/index.ts'
import type { AssessedEvent } from '../assessment-types/assessment-type.ts'
import { compactExplanation, explainCalls } from '../explain/explanation.ts'
import type { Json } from '../lib/json.ts'
import { createRoutingEvent, type EventRoute, explainRoute, routeEvent } from '../rules/route-event.ts'
import { mergeCalls } from '../rules/run-rules.ts'
import {
  type CountedSet,
  createVelocityEvent,
  serialiseContributions,
  type VelocityContribution,
  type VelocityStore,
  velocityEventNames,
} from '../velocities/index.ts'
import { compactAnswer } from './stored-answer.ts'
import type { GatheredEvent, RecordedDecision, RuleRun } from './types.ts'

/** `sets`: those that count an event of an environment. */
export interface CountingVelocities {
  store: VelocityStore
  sets: (environmentId: string) => readonly CountedSet[]
}

/**
 * Creates the recorder, which routes, counts and writes a decided event: durable when it resolves. Rejects with
 * `UnavailableError` under overload and without a database.
 */
export function createDecisionRecorder({
  writer,
  velocities,
}: {
  writer: EventWriter
  velocities?: CountingVelocities | undefined
}): (gathered: GatheredEvent, assessed: AssessedEvent, run: RuleRun, answer: string) => Promise<RecordedDecision> {
  return async (gathered, assessed, run, answer) => {
    const riskScore = assessed.requestedScores?.risk?.scoreValue ?? assessed.scored.score
    const routing = run.result.decision === 'Review' ? routeReview(gathered, assessed, run, riskScore) : undefined
    const route = routing instanceof Promise ? await routing : routing
    // After the rules, so that their reads contain nothing of this event.
    const contributions =
      velocities === undefined ? [] : await countEvent(velocities, gathered, assessed, run, riskScore)
    const written = await writer.write(
      createDecidedEvent(gathered, assessed, run, { answer, riskScore, route, contributions }),
    )
    return { written, contributions }
  }
}

function routeReview(
  { input, chain }: GatheredEvent,
  { ruleInput, scored, scores }: AssessedEvent,
  { result, scope }: RuleRun,
  riskScore: number,
): MaybePromise<EventRoute> {
  return routeEvent(
    chain,
    scope,
    () =>
      createRoutingEvent(input.eventType, ruleInput, {
        merchantRuleDecision: result.decision,
        merchantRuleReason: result.reason,
        riskScore,
        reasonCodes: scored.reasonCodes,
        rule: result.rule?.name ?? null,
        clauseName: result.clause,
        ...(scores.bot === undefined ? {} : { botScore: scores.bot }),
      }),
    result.explanation.runtimeErrors,
  )
}

/**
 * Returns the velocity contributions of the event. Each scope contains the event with its decision; a scope is created
 * at its first use.
 */
function countEvent(
  { store, sets }: CountingVelocities,
  { input, type }: GatheredEvent,
  { ruleInput, scored, scores }: AssessedEvent,
  { result, scope, scopeFor }: RuleRun,
  riskScore: number,
): Promise<VelocityContribution[]> {
  let countedEvent: Json | undefined
  return store.contributions(
    sets(input.environmentId),
    velocityEventNames(input.eventType, type.generation),
    () => {
      countedEvent ??= createVelocityEvent(ruleInput, {
        decision: result.decision,
        reason: result.reason,
        rule: result.rule?.name ?? null,
        clause: result.clause,
        riskScore,
        botScore: scores.bot,
        reasonCodes: scored.reasonCodes,
      })
      return mergeCalls(scope, scopeFor({ event: countedEvent, variables: scope.variables }))
    },
    input.receivedAt,
  )
}

function createDecidedEvent(
  { input, type, chain, event, eventId, externalId, at, phases }: GatheredEvent,
  { facts, scored, scores, deviceAttributes, requestedScores }: AssessedEvent,
  { result, recordedInputs }: RuleRun,
  {
    answer,
    riskScore,
    route,
    contributions,
  }: {
    answer: string
    riskScore: number
    route: EventRoute | undefined
    contributions: readonly VelocityContribution[]
  },
): DecidedEvent {
  const { entities, enrichment: _stored, ...eventFacts } = facts
  const explanation = compactExplanation(chain.storedChainId, {
    contributions: requestedScores?.contributions ?? scored.contributions,
    ...result.explanation,
    ...(route === undefined ? {} : { routing: explainRoute(route) }),
    ...(result.calls.length > 0 ? { calls: explainCalls(result.calls) } : {}),
  })
  return {
    environmentId: input.environmentId,
    eventType: input.eventType,
    externalId,
    eventId,
    at,
    decision: result.decision,
    reason: result.reason,
    riskScore,
    botScore: scores.bot,
    ruleId: result.rule?.id ?? null,
    rule: result.rule?.name ?? null,
    clause: result.clause,
    ruleEnvironmentId: result.rule?.environmentId ?? null,
    facts: eventFacts,
    entities,
    answer,
    ...(route === undefined || !type.cases || input.backfill ? {} : { case: caseStart(route, facts.entities) }),
    ...('chain' in explanation ? { storedAnswer: compactAnswer(answer, result.evaluated, explanation) } : {}),
    receivedAt: input.receivedAt,
    correlationId: input.correlationId,
    request: event,
    enrichment: storedEnrichment(facts, scored, deviceAttributes, {
      apiClient: input.clientId,
      schemaVersion: type.schemaVersion,
    }),
    explanation:
      'chain' in explanation && result.ruleTraces.length > 0
        ? { ...explanation, traces: result.ruleTraces }
        : explanation,
    recordedInputs: 'chain' in explanation ? recordedInputs : undefined,
    timings: { ...(input.bytes === undefined ? {} : { bytes: input.bytes }), phases: phases.times },
    velocities: contributions.length > 0 ? serialiseContributions(contributions) : null,
  }
}

/** Returns the case of an event that was sent to review. An import of history starts none. */
const caseStart = (
  { queue, rule, clause, ruleId, failedRuleIds }: EventRoute,
  entities: readonly EntityLink[],
): CaseStart => ({
  queue,
  ruleId,
  rule,
  clause,
  failedRuleIds,
  paymentInstrumentId: entities.find(({ type }) => type === 'payment')?.display ?? null,
})

/** Returns the country and domain facts of an event as they are stored with it. */
function storedEnrichment(
  facts: AssessedEvent['facts'],
  scored: AssessedEvent['scored'],
  deviceAttributes: Record<string, string>,
  origin: { apiClient: string | undefined; schemaVersion: number | undefined },
): Record<string, unknown> {
  return {
    ...facts.enrichment,
    riskReasonCodes: scored.reasonCodes,
    ...(Object.keys(deviceAttributes).length > 0 ? { deviceAttributes } : {}),
    ...defined(origin),
    // Through these, labels find the entities of an event without a search.
    entities: facts.entities.map(({ type, value }) => ({ type, value })),
  }
}
