import { runSync } from '../../contract/cooperative.ts'
import type {
  Evaluation,
  Explanation,
  RoutingEvaluation,
  RuleBody,
  RuleDiagnostic,
  RuleType,
} from '../../contract/index.ts'
import {
  type CheckEnvironment,
  type CompileOptions,
  checkRuleInSteps,
  compileRules,
  createScope,
  type ResourceReaders,
  testCondition,
} from '../../fql/index.ts'
import type { AssessmentInfo } from '../assessments/assessment-info.ts'
import { deviceAttributesOf } from '../assessments/purchase-attributes.ts'
import { type CountryOf, enrichPurchase } from '../enrich/enrich-purchase.ts'
import { createPurchaseRuleInput, defaultProviders } from '../enrich/index.ts'
import { normalisePurchase } from '../ingest/precompiled-schemas.ts'
import { scorePurchase } from '../score/score-purchase.ts'
import { inRunOrder } from './compile-rule-set.ts'
import { emptyChain, type PublishedChain, type PublishedRule, waits } from './published-chain.ts'
import { createRoutingEvent, explainRoute, routeEvent } from './route-event.ts'
import { runChain } from './run-rules.ts'

/** Returns the diagnostics of a rule's texts, in the form of the contract. */
const checkRuleBody = (body: RuleBody, check: CheckEnvironment): RuleDiagnostic[] =>
  runSync(checkRuleBodyInSteps(body, check))

/** Checks the texts of a rule, and yields after each of them. */
export function* checkRuleBodyInSteps(body: RuleBody, check: CheckEnvironment): Generator<undefined, RuleDiagnostic[]> {
  return (yield* checkRuleInSteps(body, check)).map(({ part, diagnostic }) => ({
    part,
    clause: part === 'condition' ? null : (body.clauses[part]?.name ?? null),
    code: diagnostic.code,
    severity: diagnostic.severity,
    message: diagnostic.message,
    params: diagnostic.params,
    from: diagnostic.from,
    to: diagnostic.to,
    line: diagnostic.line,
    column: diagnostic.column,
  }))
}

export interface EvaluationContext {
  environmentId: string
  assessment: Pick<AssessmentInfo, 'key'> & { check: Pick<CheckEnvironment, 'legacyScores'> }
  /** The names that the rule can use. */
  check: CheckEnvironment
  readers: ResourceReaders
  now: Date
  countryOf: CountryOf
  mode: CompileOptions['mode']
}

const trialRuleId = '00000000-0000-0000-0000-000000000000'

/** Compiles a chain with the rule alone; null while the rule has errors. */
function compileTrialChain(
  body: RuleBody,
  { environmentId, check, mode }: EvaluationContext,
  problems: readonly RuleDiagnostic[],
  part: 'sets' | 'routing',
): PublishedChain | null {
  if (problems.some(problem => problem.severity === 'error')) return null
  const compiled = compileRules([body], check, { mode })[0]
  if (compiled === undefined) return null
  const rule: PublishedRule = {
    id: trialRuleId,
    name: body.name,
    environmentId,
    version: 0,
    position: 0,
    compiled,
    clauses: inRunOrder(compiled.clauses),
  }
  return { ...emptyChain, waits: waits(rule), [part]: [{ environmentId, firstMatch: false, rules: [rule] }] }
}

/** Returns the sample as rules would read the request, with its scores. */
export function createSampleInput(
  body: { sample: Pick<RuleBody['sample'], 'payload'> },
  {
    assessment,
    countryOf,
    now,
  }: Pick<EvaluationContext, 'countryOf' | 'now'> & { assessment: Pick<AssessmentInfo, 'key'> },
) {
  if (assessment.key !== 'purchase') return { event: body.sample.payload, contributions: [], score: null }
  const { value: event } = normalisePurchase(body.sample.payload)
  const facts = enrichPurchase(event, countryOf, now)
  const { contributions, score } = scorePurchase(event, facts, now)
  return {
    event: createPurchaseRuleInput(event, facts, deviceAttributesOf(event, facts), defaultProviders(countryOf), now),
    contributions,
    score,
  }
}

/**
 * Runs one rule on its own sample as it would run on a request. Nothing is stored; the result is null while the rule
 * has errors, and for post-decision actions, which are only checked.
 */
export async function evaluateRule(body: RuleBody, type: RuleType, how: EvaluationContext): Promise<Evaluation> {
  const problems = checkRuleBody(body, how.check)
  const chain = type === 'decision' ? compileTrialChain(body, how, problems, 'sets') : null
  if (chain === null) return { problems, result: null }
  const { event, contributions } = createSampleInput(body, how)
  const { riskScore, botScore } = body.sample
  const scores = how.assessment.check.legacyScores === undefined ? {} : { risk: riskScore, bot: botScore }
  const run = await runChain(chain, createScope({ ...how.readers, event, now: how.now }), scores, 'all')
  return {
    problems,
    result: {
      selected: run.explanation.rules[0]?.selected ?? false,
      decision: run.decision,
      reason: run.reason,
      supportMessage: run.supportMessage,
      challengeType: run.challengeType,
      clause: run.clause,
      outputs: run.outputs,
      traces: run.traces,
      explanation: { contributions, ...run.explanation },
    },
  }
}

/** Runs one routing rule on its own sample, with its score as the answer's. Nothing is stored. */
export async function evaluateRouting(body: RuleBody, how: EvaluationContext): Promise<RoutingEvaluation> {
  const problems = checkRuleBody(body, how.check)
  const chain = compileTrialChain(body, how, problems, 'routing')
  if (chain === null) return { problems, result: null }
  const { event, contributions } = createSampleInput(body, how)
  const routingEvent = createRoutingEvent(how.assessment.key, event, {
    merchantRuleDecision: 'Review',
    riskScore: body.sample.riskScore,
    botScore: body.sample.botScore ?? 0,
  })
  const scope = createScope({ ...how.readers, event: routingEvent, now: how.now })
  const rule = chain.routing[0]?.rules[0]
  const selected = rule !== undefined && (await testCondition(rule.compiled, scope))
  const runtimeErrors: Explanation['runtimeErrors'] = []
  const routed = await routeEvent(chain, scope, () => routingEvent, runtimeErrors)
  return {
    problems,
    result: {
      selected,
      queue: routed.queue,
      clause: routed.clause,
      explanation: { contributions, rules: [], runtimeErrors, routing: explainRoute(routed) },
    },
  }
}
