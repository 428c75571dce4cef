import type { FunctionProblem } from '../contract/functions.ts'
import {
  type CheckEnvironment,
  type CompileOptions,
  compileRules,
  createScope,
  type Readers,
  runClause,
} from '../fql/index.ts'
import type { CountryOf } from './enrich.ts'
import { sampled } from './evaluate.ts'
import { declaredValue } from './function-definition.ts'
import type { ResourceBook } from './resource-book.ts'
import { around, checkFunction, type TriedFunction } from './resource-check.ts'

export interface FunctionEvaluation {
  problems: FunctionProblem[]
  results: { property: string; value: unknown; error: { code: string; message: string } | null }[] | null
}
export interface Evaluating {
  readers: Readers
  now: Date
  countryOf: CountryOf
  mode: CompileOptions['mode']
}

/** Each property of a function, computed from the defaults of its parameters and the sample. Nothing is stored. */
export async function evaluateFunction(
  book: ResourceBook,
  tried: TriedFunction,
  { readers, now, countryOf, mode }: Evaluating,
): Promise<FunctionEvaluation> {
  const problems = checkFunction(book, tried)
  if (problems.some(({ severity }) => severity === 'error')) return { problems, results: null }
  const { body } = tried
  const args = body.parameters.map(({ type, default: text }) => {
    const value = declaredValue(text, type)
    return typeof value === 'string' ? JSON.stringify(value) : String(value)
  })
  const clauses = body.properties.map(({ name }) => ({
    name,
    section: 'prior' as const,
    text: `OBSERVE Output(value = Functions.${body.name}(${args.join(', ')}).${name})`,
  }))
  const env: CheckEnvironment = { ...around(book, tried), kind: 'decision' }
  const key = body.sample.eventType.toLowerCase()
  const { event, score } = sampled(body, { assessment: { key }, countryOf, now })
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
