import type { Evaluation, Explanation, RoutingEvaluation, RuleBody, RuleProblem, RuleType } from '../contract/index.ts'
import {
  type CheckEnvironment,
  type CompileOptions,
  checkRule as checkSource,
  compileRules,
  createScope,
  type Readers,
  testCondition,
} from '../fql/index.ts'
import { inRunOrder } from './compile-set.ts'
import type { CountryOf } from './enrich.ts'
import { enrichPurchase } from './enrich.ts'
import { seenPurchase, shippedProviders } from './enrichment/index.ts'
import { deviceAttributesOf } from './purchase.ts'
import { routeEvent, routingEvent } from './route-event.ts'
import type { RuleAssessment } from './rule-assessments.ts'
import { type BookRule, noChain, type PublishedChain, waits } from './rule-book.ts'
import { runChain } from './run-rules.ts'
import { normalisePurchase } from './schemas.ts'
import { scorePurchase } from './score.ts'

/** Problems of a rule's texts, in the form of the contract. */
export function checkBody(body: RuleBody, check: CheckEnvironment): RuleProblem[] {
  return checkSource(body, check).map(({ part, diagnostic }) => ({
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

export interface Evaluated {
  environmentId: string
  assessment: RuleAssessment
  /** What the rule can name. */
  check: CheckEnvironment
  readers: Readers
  now: Date
  countryOf: CountryOf
  mode: CompileOptions['mode']
}

const nobody = '00000000-0000-0000-0000-000000000000'

/** The rule alone in a chain; null while it has errors. */
function chainOf(
  body: RuleBody,
  { environmentId, check, mode }: Evaluated,
  problems: readonly RuleProblem[],
  part: 'sets' | 'routing',
): PublishedChain | null {
  if (problems.some(problem => problem.severity === 'error')) return null
  const compiled = compileRules([body], check, { mode })[0]
  if (compiled === undefined) return null
  const rule: BookRule = {
    id: nobody,
    name: body.name,
    environmentId,
    version: 0,
    position: 0,
    compiled,
    clauses: inRunOrder(compiled.clauses),
  }
  return { ...noChain, waits: waits(rule), [part]: [{ environmentId, firstMatch: false, rules: [rule] }] }
}

/** The sample as rules would see the request, and what scoring says of it. */
export function sampled(
  body: { sample: Pick<RuleBody['sample'], 'payload'> },
  { assessment, countryOf, now }: Pick<Evaluated, 'countryOf' | 'now'> & { assessment: Pick<RuleAssessment, 'key'> },
) {
  if (assessment.key !== 'purchase') return { event: body.sample.payload, contributions: [], score: null }
  const { value: event } = normalisePurchase(body.sample.payload)
  const facts = enrichPurchase(event, countryOf, now)
  const { contributions, score } = scorePurchase(event, facts, now)
  return {
    event: seenPurchase(event, facts, deviceAttributesOf(event, facts), shippedProviders(countryOf), now),
    contributions,
    score,
  }
}

/**
 * Runs one rule on its own sample as it would run on a request. Nothing is stored; the result is null while the rule
 * has errors, and for post-decision actions, which are only checked.
 */
export async function evaluateBody(body: RuleBody, type: RuleType, how: Evaluated): Promise<Evaluation> {
  const problems = checkBody(body, how.check)
  const chain = type === 'decision' ? chainOf(body, how, problems, 'sets') : null
  if (chain === null) return { problems, result: null }
  const { event, contributions } = sampled(body, how)
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
export async function evaluateRouting(body: RuleBody, how: Evaluated): Promise<RoutingEvaluation> {
  const problems = checkBody(body, how.check)
  const chain = chainOf(body, how, problems, 'routing')
  if (chain === null) return { problems, result: null }
  const { event, contributions } = sampled(body, how)
  const seen = routingEvent(how.assessment.key, event, {
    merchantRuleDecision: 'Review',
    riskScore: body.sample.riskScore,
    botScore: body.sample.botScore ?? 0,
  })
  const scope = createScope({ ...how.readers, event: seen, now: how.now })
  const rule = chain.routing[0]?.rules[0]
  const selected = rule !== undefined && (await testCondition(rule.compiled, scope))
  const runtimeErrors: Explanation['runtimeErrors'] = []
  const routed = await routeEvent(chain, scope, () => seen, runtimeErrors)
  return {
    problems,
    result: {
      selected,
      queue: routed.queue,
      clause: routed.clause,
      explanation: { contributions, rules: [], runtimeErrors, routing: routed },
    },
  }
}
