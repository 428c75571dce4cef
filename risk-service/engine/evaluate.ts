import type { Evaluation, RuleBody, RuleProblem } from '../contract/index.ts'
import { checkRule as checkSource, compileRules, createScope, type CompileOptions } from '../fql/index.ts'
import type { CountryOf } from './enrich.ts'
import { enrichPurchase } from './enrich.ts'
import { deviceAttributesOf, purchaseCheckEnvironment } from './purchase.ts'
import { inRunOrder, type BookRule } from './rule-book.ts'
import { runRules } from './run-rules.ts'
import { scorePurchase } from './score.ts'
import { normalisePurchase } from './schemas.ts'

/** Problems of a rule's texts, in the form of the contract. */
export function checkBody(body: RuleBody): RuleProblem[] {
  return checkSource(body, purchaseCheckEnvironment).map(({ part, diagnostic }) => ({
    part, clause: part === 'condition' ? null : (body.clauses[part]?.name ?? null), code: diagnostic.code, severity: diagnostic.severity,
    message: diagnostic.message, params: diagnostic.params, from: diagnostic.from, to: diagnostic.to, line: diagnostic.line, column: diagnostic.column,
  }))
}

const nobody = '00000000-0000-0000-0000-000000000000'

/** Runs one rule on its own sample as it would run on a request. Nothing is stored; null result while the rule has errors. */
export function evaluateBody(environmentId: string, body: RuleBody, now: Date, countryOf: CountryOf, mode: CompileOptions['mode']): Evaluation {
  const problems = checkBody(body)
  if (problems.some((problem) => problem.severity === 'error')) return { problems, result: null }
  const compiled = compileRules([body], purchaseCheckEnvironment, { mode })[0]
  if (compiled === undefined) return { problems, result: null }
  const { value: event } = normalisePurchase(body.sample.payload)
  const facts = enrichPurchase(event, countryOf)
  const rule: BookRule = { id: nobody, name: body.name, environmentId, version: 0, position: 0, compiled, clauses: inRunOrder(compiled.clauses) }
  const deviceAttributes = deviceAttributesOf(event, facts)
  const scope = createScope({ event: { ...event, deviceAttributes: { ...(event.deviceAttributes as object | undefined), ...deviceAttributes } }, now })
  const run = runRules([{ environmentId, firstMatch: false, rules: [rule] }], scope, body.sample.riskScore, 'all')
  return {
    problems,
    result: {
      selected: run.explanation.rules[0]?.selected ?? false, decision: run.decision, reason: run.reason, supportMessage: run.supportMessage,
      challengeType: run.challengeType, clause: run.clause, outputs: run.outputs, traces: run.traces,
      explanation: { contributions: scorePurchase(event, facts, now).contributions, ...run.explanation },
    },
  }
}
