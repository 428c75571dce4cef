import { defined } from '../../contract/defined.ts'
import type {
  AttributeInfo,
  CallResult,
  CheckEnvironment,
  DeclaredType,
  DeclaredValue,
  FunctionDefinition,
  ListReader,
} from '../index.ts'
import { findValueLists } from './value-lists.ts'

interface CaseClause {
  name: string
  section?: 'prior' | 'postBot' | 'postRisk'
  code: string
}
export interface CaseRule {
  name?: string
  condition?: string
  status?: string
  env?: string
  clauses: CaseClause[]
}
export interface CaseCall {
  parameters?: string[]
  response?: unknown
  default?: unknown
  fail?: string
  status?: number
  latency?: number
  endpoint?: string
  byArg?: Record<string, Partial<Omit<CaseCall, 'byArg'>>>
}
export interface CaseFunction {
  name: string
  scope?: string
  parameters?: { name: string; type: DeclaredType; default: DeclaredValue }[]
  properties: { name: string; type: DeclaredType; default: DeclaredValue; code: string }[]
}
/** One acceptance case, in the format of the language's specification. */
export interface FqlCase {
  name: string
  event: unknown
  lists?: {
    custom?: Record<string, { columns: string[]; rows: unknown[][] }>
    support?: Record<string, { value: string; status: 'Safe' | 'Block' | 'Watch'; expires?: string | null }[]>
  }
  velocities?: Record<string, Record<string, number>>
  rule: string | CaseRule | CaseRule[] | { condition?: string; velocities: string[] }
  expect: Record<string, unknown>
  kind?: 'decision' | 'postDecision' | 'routing' | 'velocity'
  now?: string
  assessment?: string
  template?: string
  scores?: { risk?: number; bot?: number; reasons?: unknown }
  evaluation?: 'all' | 'first' | Record<string, 'all' | 'first'>
  external?: Record<string, CaseCall>
  assessments?: Record<string, { response?: unknown; status?: number; fail?: string; latency?: number }>
  functions?: CaseFunction[]
  geo?: Record<string, Record<string, string>>
  bin?: Record<string, Record<string, string>>
  devices?: Record<string, { attributes?: Record<string, unknown>; speedOfTravel?: number }>
  decision?: 'Approve' | 'Review' | 'Challenge' | 'Reject'
  correlationId?: string
  queues?: string[]
  variables?: Record<string, unknown>
  sample?: unknown
  history?: { at: string; type: string; event: unknown }[]
  queries?: { velocity: string; key: string; window: string; now?: string }[]
}

const byName = <T, R>(record: Record<string, T> | undefined, make: (name: string, value: T) => R): Map<string, R> =>
  new Map(Object.entries(record ?? {}).map(([name, value]) => [name.toLowerCase(), make(name, value)]))

/** Returns the queues of a case, always with the system queue. */
export const queuesOf = (testCase: FqlCase): string[] => [...(testCase.queues ?? []), 'General']

/** Returns the attributes of a sample by path; those of a case without a sample are unknown. */
function attributesFromSample(
  sample: unknown,
  path = '',
  found = new Map<string, AttributeInfo>(),
): Map<string, AttributeInfo> {
  if (Array.isArray(sample)) for (const each of sample) attributesFromSample(each, path, found)
  else if (typeof sample === 'object' && sample !== null) {
    for (const [name, value] of Object.entries(sample)) {
      const at = path === '' ? name : `${path}.${name}`
      found.set(at.toLowerCase(), {
        path: at,
        type: Array.isArray(value)
          ? 'array'
          : typeof value === 'number'
            ? 'number'
            : typeof value === 'boolean'
              ? 'boolean'
              : typeof value === 'object'
                ? 'object'
                : 'string',
      })
      attributesFromSample(value, at, found)
    }
  }
  return found
}

/** Returns the check environment of a case. */
export function buildCheckEnvironment(testCase: FqlCase): CheckEnvironment {
  // Velocities and routing rules read scores in the event.
  const legacy = (testCase.kind ?? 'decision') === 'decision' ? testCase.assessment : undefined
  const scopes = buildFunctionScopes(testCase.functions ?? [], () => env)
  const of = (scope: string): ReadonlyMap<string, FunctionDefinition> => scopes.get(scope) ?? new Map()
  const env: CheckEnvironment = {
    attributes: attributesFromSample(testCase.sample),
    valueLists: findValueLists(eventsOf(testCase)),
    lists: {
      custom: byName(testCase.lists?.custom, (name, { columns }) => ({ name, columns })),
      support: byName(testCase.lists?.support, name => ({ name })),
    },
    velocities: byName(testCase.velocities, name => ({ name })),
    externalCalls: byName(testCase.external, (name, { parameters }) => ({ name, parameters: parameters ?? [] })),
    externalAssessments: byName(testCase.assessments, name => ({ name })),
    functions: {
      own: of('this'),
      root: of('root'),
      parent: of('parent'),
      environments: new Map(
        [...scopes]
          .filter(([scope]) => scope.startsWith('env:'))
          .map(([scope, definitions]) => [scope.slice(4), definitions]),
      ),
    },
    kind: testCase.kind ?? 'decision',
    queues: new Set(queuesOf(testCase).map(name => name.toLowerCase())),
    ...defined({ sample: testCase.sample, template: testCase.template }),
    ...(legacy === 'Purchase'
      ? { legacyScores: 'risk' as const }
      : legacy === 'AccountCreation' || legacy === 'AccountLogin'
        ? { legacyScores: 'riskAndBot' as const }
        : {}),
  }
  return env
}

/** Returns the events of a case: that of its assessment, those of its history. */
const eventsOf = ({ assessment, history = [] }: FqlCase): string[] => [
  ...new Set([...(assessment === undefined ? [] : [assessment]), ...history.map(({ type }) => type)]),
]

/** Returns functions by scope; those of another environment see only that environment's resources. */
function buildFunctionScopes(
  functions: readonly CaseFunction[],
  env: () => CheckEnvironment,
): ReadonlyMap<string, ReadonlyMap<string, FunctionDefinition>> {
  const scopes = new Map<string, Map<string, FunctionDefinition>>()
  for (const { name, scope = 'this', parameters = [], properties } of functions) {
    const scopeKey = scope.toLowerCase()
    const definitions = scopes.get(scopeKey) ?? new Map<string, FunctionDefinition>()
    scopes.set(scopeKey, definitions)
    definitions.set(name.toLowerCase(), {
      name,
      parameters,
      properties,
      ...(scopeKey === 'this'
        ? {}
        : { environment: () => ({ ...env(), functions: { ...env().functions, own: definitions } }) }),
    })
  }
  return scopes
}

const normaliseKey = (text: unknown): string =>
  String(text ?? '')
    .trim()
    .toLowerCase()

export function createListReader(lists: NonNullable<FqlCase['lists']>): ListReader {
  const custom = byName(lists.custom, (_name, list) => list)
  const support = byName(lists.support, (_name, list) => list)
  const columnsOf = (name: string, column: string, value: string): { rows: unknown[][]; at: number; value: number } => {
    const list = custom.get(name.toLowerCase()) ?? { columns: [], rows: [] }
    const find = (header: string): number => list.columns.findIndex(each => each.toLowerCase() === header.toLowerCase())
    return { rows: list.rows, at: find(column), value: find(value) }
  }
  const cell = (row: unknown[] | undefined, at: number): string | undefined =>
    row === undefined ? undefined : String(row[at] ?? '')
  return {
    containsKey: (name, column, key) => {
      const { rows, at } = columnsOf(name, column, '')
      return rows.some(row => normaliseKey(row[at]) === normaliseKey(key))
    },
    lookup: (name, column, key, valueColumn) => {
      const { rows, at, value } = columnsOf(name, column, valueColumn)
      return cell(
        rows.find(row => normaliseKey(row[at]) === normaliseKey(key)),
        value,
      )
    },
    lookupClosest: (name, column, key, valueColumn) => {
      const { rows, at, value } = columnsOf(name, column, valueColumn)
      const keys = rows.map(row => normaliseKey(row[at])).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      const nearest = keys.findLast(each => each <= normaliseKey(key)) ?? keys[0]
      return cell(
        rows.find(row => normaliseKey(row[at]) === nearest),
        value,
      )
    },
    supportStatus: (name, value, now) =>
      support
        .get(name.toLowerCase())
        ?.find(
          entry =>
            normaliseKey(entry.value) === normaliseKey(value) &&
            ((entry.expires ?? '') === '' || new Date(entry.expires ?? '') > now),
        )?.status,
  }
}

/** Returns the result of a stubbed call for its arguments. */
export function createCallResult(call: CaseCall, args: readonly string[]): CallResult {
  const { response, fail, status, latency, endpoint, default: otherwise } = { ...call, ...call.byArg?.[args.join('|')] }
  const failed = fail !== undefined || (status !== undefined && (status < 200 || status > 299))
  return {
    response: failed ? (otherwise ?? null) : (response ?? null),
    httpStatusCode: status ?? (fail === undefined ? 200 : 0),
    errorMessage: failed ? (fail ?? `HTTP ${status ?? 0}`) : '',
    latencyMs: latency ?? 0,
    request: Object.fromEntries((call.parameters ?? []).map((name, index) => [name, args[index] ?? ''])),
    ...defined({ endpoint }),
  }
}
