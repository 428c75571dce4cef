import type { CaseConfiguration } from '@assay/risk-service/contract'
import type { z } from 'zod'
import { syntaxErrorPosition } from '../../../platform/authoring/sample/json-syntax.ts'
import { caseConfigurationSchema } from '../../../platform/forms/contract-schemas.ts'
import { type JsonPath, readJsonPlaces } from './json-places.ts'

/** What is wrong at a place of the text. The id of its message ends with the kind. */
export interface JsonProblem {
  kind:
    | 'syntax'
    | 'repeated'
    | 'unknown'
    | 'missing'
    | 'empty'
    | 'long'
    | 'many'
    | 'choice'
    | 'name'
    | 'few'
    | 'default'
  path: JsonPath
  /** Of the text, from 0. */
  from: number
  to: number
  /** Most that is allowed. */
  limit: number
  /** What can be used instead. */
  values: string
}

/** The configuration as JSON text, with every property that it has. */
export const decisionJson = (configuration: CaseConfiguration): string => JSON.stringify(configuration, null, 2)

/** Reads a configuration from JSON text, as the service would; without problems it has one. */
export function readDecisionJson(text: string): { configuration: CaseConfiguration | null; problems: JsonProblem[] } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const from = syntaxErrorPosition(text)
    return { configuration: null, problems: [{ kind: 'syntax', path: [], from, to: from, limit: 0, values: '' }] }
  }
  const places = readJsonPlaces(text)
  const problemAt = (kind: JsonProblem['kind'], path: JsonPath, more: Partial<JsonProblem> = {}): JsonProblem => ({
    kind,
    path,
    ...places.find(path),
    limit: 0,
    values: '',
    ...more,
  })
  const parsed = caseConfigurationSchema.safeParse(value)
  const all = [
    ...places.repeated.map(path => problemAt('repeated', path)),
    ...(parsed.success ? [] : parsed.error.issues.flatMap(issue => problemsOf(issue, problemAt))),
  ].toSorted((a, b) => a.from - b.from)
  // Two rules of the contract can mean the same.
  const problems = all.filter(
    ({ kind, from }, index) => all.findIndex(each => each.kind === kind && each.from === from) === index,
  )
  return { configuration: parsed.success && problems.length === 0 ? parsed.data : null, problems }
}

function problemsOf(
  issue: z.core.$ZodIssue,
  problemAt: (kind: JsonProblem['kind'], path: JsonPath, more?: Partial<JsonProblem>) => JsonProblem,
): JsonProblem[] {
  const path = issue.path.map(step => (typeof step === 'number' ? step : String(step)))
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map(key => problemAt('unknown', [...path, key]))
    case 'invalid_value':
      return [problemAt('choice', path, { values: issue.values.map(String).join(', ') })]
    case 'too_small':
      return [problemAt(path.length === 1 ? 'few' : 'empty', path)]
    case 'too_big':
      return [problemAt(issue.origin === 'string' ? 'long' : 'many', path, { limit: Number(issue.maximum) })]
    case 'custom':
      return [
        problemAt(
          path.at(-1) === 'name' ? 'name' : path.length === 1 && path[0] === 'queueDecisions' ? 'few' : 'default',
          path,
        ),
      ]
    default:
      return [problemAt('missing', path)]
  }
}
