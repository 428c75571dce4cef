import { runSync } from '../../contract/cooperative.ts'
import type { FunctionBody, FunctionDiagnostic } from '../../contract/functions.ts'
import {
  type CheckEnvironment,
  type CompileOptions,
  compileRules,
  createScope,
  type ResourceReaders,
  runClause,
} from '../../fql/index.ts'
import type { CountryOf } from '../enrich/enrich-purchase.ts'
import { checkFunctionInSteps } from '../resources/check-resources.ts'
import { parseDeclaredValue } from '../resources/function-definition.ts'
import { createSampleInput } from './evaluate-rule.ts'

export interface FunctionEvaluation {
  problems: FunctionDiagnostic[]
  results: { property: string; value: unknown; error: { code: string; message: string } | null }[] | null
}
export interface FunctionEvaluationContext {
  readers: ResourceReaders
  now: Date
  countryOf: CountryOf
  mode: CompileOptions['mode']
}

/**
 * Computes each property of a function from the defaults of its parameters and the sample. Nothing is stored.
 * @param check the names that its code can use, and the function itself
 */
export async function evaluateFunctionIn(
  check: CheckEnvironment,
  body: FunctionBody,
  { readers, now, countryOf, mode }: FunctionEvaluationContext,
): Promise<FunctionEvaluation> {
  const problems = runSync(checkFunctionInSteps(check, body))
  if (problems.some(({ severity }) => severity === 'error')) return { problems, results: null }
  const args = body.parameters.map(({ type, default: text }) => {
    const value = parseDeclaredValue(text, type)
    return typeof value === 'string' ? JSON.stringify(value) : String(value)
  })
  const clauses = body.properties.map(({ name }) => ({
    name,
    section: 'prior' as const,
    text: `OBSERVE Output(value = Functions.${body.name}(${args.join(', ')}).${name})`,
  }))
  const env: CheckEnvironment = { ...check, kind: 'decision' }
  const key = body.sample.eventType.toLowerCase()
  const { event, score } = createSampleInput(body, { assessment: { key }, countryOf, now })
  const results: NonNullable<FunctionEvaluation['results']> = []
  for (const { name, ...clause } of clauses) {
    const scope = createScope({ ...readers, event: score === null ? event : { ...event, riskScore: score }, now })
    const [rule] = compileRules([{ condition: '', clauses: [{ name, ...clause }] }], env, { mode })
    const compiled = rule?.clauses[0]
    if (compiled === undefined) continue
    const outcome = await runClause(compiled, scope)
    const failed = scope.recovered[0] ?? outcome.errors[0]
    results.push({
      property: name,
      value: outcome.outputs.value ?? null,
      error: failed === undefined ? null : { code: failed.code, message: failed.message },
    })
  }
  return { problems, results }
}
