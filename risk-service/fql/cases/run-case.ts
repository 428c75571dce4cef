import { defined } from '../../contract/defined.ts'
import {
  type CheckEnvironment,
  type CompiledRule,
  type CompileOptions,
  checkFunction,
  checkRule,
  checkVelocitySet,
  compileRules,
  compileVelocitySet,
  createScope,
  createVelocityMemory,
  FqlError,
  mergeResponse,
  type PartDiagnostic,
  type RuleSource,
  type RuntimeError,
  runClause,
  type ScopeInit,
  testCondition,
  toText,
  type VelocityWindow,
} from '../index.ts'
import {
  buildCheckEnvironment,
  type CaseRule,
  createCallResult,
  createListReader,
  type FqlCase,
  queuesOf,
} from './case.ts'

const defaultNow = '2025-06-15T11:04:00Z'
const summariseError = ({ code, line, column }: { code: string; line: number; column: number }): object => ({
  code,
  line,
  column,
})
const sourceOf = (rule: CaseRule): RuleSource => ({
  condition: rule.condition ?? '',
  clauses: rule.clauses.map(clause => ({ name: clause.name, section: clause.section ?? 'prior', text: clause.code })),
})
/** A rule with an unpublished draft runs as it was published. */
const isActive = ({ status = 'active' }: CaseRule): boolean => /^active\b/i.test(status)
const environmentNameOf = ({ env = '' }: CaseRule): string => env
type AddReaders = (readers: ScopeInit) => ScopeInit

function rulesOf(testCase: FqlCase): CaseRule[] {
  const { rule } = testCase
  if (typeof rule === 'string') return [{ clauses: [{ name: 'clause1', code: rule }] }]
  const list = (Array.isArray(rule) ? rule : [rule]) as CaseRule[]
  return list.map((each, index) => ({
    ...each,
    name: each.name ?? `rule${index + 1}`,
    clauses: each.clauses.map((clause, place) => ({
      ...clause,
      name: (clause as Partial<typeof clause>).name ?? `clause${place + 1}`,
    })),
  }))
}

/** First error with the name of its part, as `error` is written in a case. */
function findError(problems: readonly PartDiagnostic[], names: readonly string[]): object | null {
  const first = problems.find(({ diagnostic }) => diagnostic.severity === 'error')
  return first === undefined
    ? null
    : {
        ...summariseError(first.diagnostic),
        part: first.part === 'condition' ? 'condition' : (names[first.part] ?? ''),
      }
}

const variablesOf = ({ variables }: FqlCase): Map<string, unknown> =>
  new Map(Object.entries(variables ?? {}).map(([name, value]) => [name.toLowerCase(), value]))

/** The first error in the code of a function. */
function findFunctionError({ functions, ...env }: CheckEnvironment): object | null {
  for (const scope of [
    functions?.own,
    functions?.parent,
    functions?.root,
    ...(functions?.environments?.values() ?? []),
  ]) {
    for (const definition of scope?.values() ?? []) {
      for (const { property, diagnostic } of checkFunction(
        definition,
        definition.environment?.() ?? { ...env, ...defined({ functions }) },
      )) {
        if (diagnostic.severity === 'error')
          return { ...summariseError(diagnostic), part: definition.properties[property]?.name ?? '' }
      }
    }
  }
  return null
}

/** What routing rules see: paths without assessment and part are looked up in the request, then in the response. */
function routingEvent(event: unknown): unknown {
  if (!isPlain(event)) return event
  const parts = Object.values(event).filter(isPlain)
  const merge = (name: string): object =>
    Object.assign(
      {},
      ...parts
        .map(part => part[name])
        .filter(isPlain)
        .toReversed(),
    ) as object
  return { ...merge('response'), ...merge('request'), ...event }
}

/** Readers of a case; calls answer later, so that waiting is part of every case that has one. */
function createReaders(testCase: FqlCase, calls: object[]): AddReaders {
  const scores = testCase.scores
  const model = (score: number | undefined): Record<string, unknown> | undefined =>
    score === undefined ? undefined : { Score: score, Reasons: scores?.reasons ?? [] }
  const find = <T>(record: Record<string, T> | undefined, name: string): T | undefined =>
    Object.entries(record ?? {}).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1]
  return init => ({
    ...init,
    lists: createListReader(testCase.lists ?? {}),
    velocities: {
      read: ({ name }, key, window) => find(testCase.velocities, name)?.[`${key}|${window.count}${window.unit}`] ?? 0,
    },
    calls: {
      external: async ({ name }, args) => {
        calls.push({ external: name, args })
        return createCallResult(find(testCase.external, name) ?? {}, args)
      },
      assessment: async ({ name }, _method, body) => {
        calls.push({ assessment: name, body })
        const stub = find(testCase.assessments, name)
        return { ...createCallResult({ ...stub, default: null }, []), request: body }
      },
    },
    geo: { lookup: ip => testCase.geo?.[ip], allows: () => true },
    bins: { lookup: prefix => testCase.bin?.[prefix] },
    devices: {
      attributes: id => (testCase.devices?.[id] === undefined ? undefined : (testCase.devices[id].attributes ?? {})),
      speedOfTravel: id => testCase.devices?.[id]?.speedOfTravel ?? 0,
    },
    models: { risk: () => model(scores?.risk), bot: () => model(scores?.bot) },
  })
}

/** Runs one acceptance case as the engine would and returns the record its `expect` is compared with. */
export async function runCase(testCase: FqlCase, mode: CompileOptions['mode']): Promise<Record<string, unknown>> {
  const env = buildCheckEnvironment(testCase)
  const calls: object[] = []
  const readers = createReaders(testCase, calls)
  const now = new Date(testCase.now ?? defaultNow)
  if (env.kind === 'velocity') return { ...(await runVelocities(testCase, env, mode, readers)), calls }
  const all = rulesOf(testCase)
  const rules = all.filter(isActive)
  const problems = rules.map(rule => checkRule(sourceOf(rule), env))
  for (const [index, found] of problems.entries()) {
    const error = findError(found, rules[index]?.clauses.map(clause => clause.name) ?? [])
    if (error !== null) return { error }
  }
  const broken = findFunctionError(env)
  if (broken !== null) return { error: broken }
  const compiled = compileRules(rules.map(sourceOf), env, { mode })
  const scope = createScope(
    readers({
      event: env.kind === 'routing' ? routingEvent(testCase.event) : testCase.event,
      now,
      correlationId: testCase.correlationId ?? '',
      variables: variablesOf(testCase),
      ...defined({ decision: testCase.decision }),
    }),
  )
  const record = await runChain(testCase, [...new Set(all.map(environmentNameOf))], rules, compiled, scope)
  return {
    ...record,
    calls,
    warnings: problems
      .flat()
      .filter(({ diagnostic }) => diagnostic.severity === 'warning')
      .map(({ diagnostic }) => summariseError(diagnostic)),
  }
}

async function runChain(
  testCase: FqlCase,
  places: readonly string[],
  rules: readonly CaseRule[],
  compiled: readonly CompiledRule[],
  scope: ReturnType<typeof createScope>,
): Promise<Record<string, unknown>> {
  const { kind = 'decision' } = testCase
  const result = {
    decision: kind === 'postDecision' ? (testCase.decision ?? 'Approve') : 'Approve',
    reason: 'NO_RULE_HIT',
    supportMessage: '',
    challengeType: '',
    rule: '',
    clause: '',
    queue: 'General',
  }
  const output: Record<string, Record<string, unknown>> = {}
  const trace: unknown[] = []
  let response: Record<string, unknown> = {}
  const runtimeErrors: object[] = []
  const error = (clause: string, found: RuntimeError): void => {
    runtimeErrors.push({ clause, ...summariseError(found) })
  }
  const legacy = buildCheckEnvironment(testCase).legacyScores !== undefined
  let done = false
  for (const place of places) {
    const first =
      kind === 'decision' &&
      (typeof testCase.evaluation === 'object' ? testCase.evaluation[place] : testCase.evaluation) === 'first'
    for (const [index, rule] of rules.entries()) {
      const program = compiled[index]
      if (done || environmentNameOf(rule) !== place || program === undefined) continue
      scope.riskScore = undefined
      scope.botScore = undefined
      const selected = await testCondition(program, scope)
      for (const found of scope.errors.splice(0)) error('condition', found)
      if (!selected) continue
      if (result.reason === 'NO_RULE_HIT') result.reason = 'NO_CLAUSE_HIT'
      for (const section of ['prior', 'postBot', 'postRisk'] as const) {
        if (legacy && section !== 'prior' && testCase.assessment !== 'Purchase') scope.botScore = testCase.scores?.bot
        if (legacy && section === 'postRisk') scope.riskScore = testCase.scores?.risk
        for (const clause of program.clauses.filter(each => each.section === section)) {
          if (done) break
          const outcome = await runClause(clause, scope)
          if (Object.keys(outcome.outputs).length > 0) {
            output[clause.name] = {
              ...output[clause.name],
              ...Object.fromEntries(
                Object.entries(outcome.outputs).map(([name, value]) => [
                  name,
                  testCase.assessment === 'Purchase' ? toText(value) : value,
                ]),
              ),
            }
          }
          trace.push(...outcome.traces)
          response = mergeResponse(response, outcome.response)
          for (const found of outcome.errors) error(clause.name, found)
          if (!outcome.fired) continue
          done = true
          if (outcome.queue !== undefined)
            result.queue =
              queuesOf(testCase).find(name => name.toLowerCase() === outcome.queue?.toLowerCase()) ?? outcome.queue
          const { decision } = outcome
          Object.assign(
            result,
            { rule: rule.name ?? `rule${index + 1}`, clause: clause.name },
            decision === undefined
              ? {}
              : {
                  decision: decision.kind,
                  reason: decision.reason,
                  supportMessage: decision.supportMessage ?? '',
                  challengeType: decision.challengeType ?? '',
                },
          )
        }
      }
      if (first) done = true
    }
    // Below an environment that takes the first matching rule only, no rules run.
    if (first) done = true
  }
  return { ...result, output, trace, response, runtimeErrors }
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function runVelocities(
  testCase: FqlCase,
  env: CheckEnvironment,
  mode: CompileOptions['mode'],
  readers: AddReaders,
): Promise<Record<string, unknown>> {
  const rule = testCase.rule as string | { condition?: string; velocities: string[] }
  const source =
    typeof rule === 'string'
      ? { condition: '', velocities: [rule] }
      : { condition: rule.condition ?? '', velocities: rule.velocities }
  // A set may read its own velocities; what it reads does not have the event that is being added.
  const own = new Map([
    ...(env.velocities ?? []),
    ...source.velocities.flatMap((text): [string, { name: string }][] => {
      const name = /\bAS\s+(\w+)/i.exec(text)?.[1]
      return name === undefined ? [] : [[name.toLowerCase(), { name }]]
    }),
  ])
  const known: CheckEnvironment = { ...env, velocities: own }
  const problems = checkVelocitySet(source, known)
  const error = findError(
    problems,
    source.velocities.map((_, index) => `velocity${index + 1}`),
  )
  if (error !== null) return { error }
  const set = compileVelocitySet(source, known, { mode })
  const memory = createVelocityMemory()
  const windowOf = (text: string): VelocityWindow => ({
    count: Number(text.slice(0, -1)),
    unit: text.slice(-1).toLowerCase() as VelocityWindow['unit'],
  })
  for (const { at, type, event } of testCase.history ?? []) {
    const time = Date.parse(at)
    await memory.update([set], type, time, () => {
      const init = readers({
        event,
        now: new Date(time),
        correlationId: testCase.correlationId ?? '',
        variables: variablesOf(testCase),
      })
      const stubs = init.velocities
      return createScope({
        ...init,
        velocities: {
          read: (info, key, window) =>
            env.velocities?.has(info.name.toLowerCase()) === true
              ? (stubs?.read(info, key, window) ?? 0)
              : memory.read(info.name, key, window, time),
        },
      })
    })
  }
  const now = Date.parse(testCase.now ?? defaultNow)
  const values = (testCase.queries ?? []).map(query =>
    memory.read(
      query.velocity,
      query.key,
      windowOf(query.window),
      query.now === undefined ? now : Date.parse(query.now),
    ),
  )
  return {
    values,
    runtimeErrors: [],
    warnings: problems
      .filter(({ diagnostic }) => diagnostic.severity === 'warning')
      .map(({ diagnostic }) => summariseError(diagnostic)),
  }
}

/** The differences between what a case expects and what it got: one line each, none when it passed. */
export async function findFailures(
  testCase: FqlCase,
  mode: CompileOptions['mode'],
): Promise<{ key: string; expected: unknown; got: unknown }[]> {
  let got: Record<string, unknown>
  try {
    got = await runCase(testCase, mode)
  } catch (thrown) {
    if (thrown instanceof FqlError)
      return [{ key: 'error', expected: testCase.expect['error'] ?? null, got: thrown.message }]
    throw thrown
  }
  const { expect } = testCase
  const wantedError = expect['error'] ?? undefined
  if (wantedError !== undefined || got['error'] !== undefined) {
    const wanted = wantedError as Record<string, unknown> | undefined
    const found = got['error'] as Record<string, unknown> | undefined
    const compared =
      found === undefined || wanted === undefined
        ? found
        : Object.fromEntries(Object.entries(found).filter(([name]) => name in wanted))
    return isDeepEqual(compared, wanted) ? [] : [{ key: 'error', expected: wanted ?? null, got: compared ?? null }]
  }
  const wanted: Record<string, unknown> = {
    ...(expect['runtimeErrors'] === undefined ? { runtimeErrors: [] } : {}),
    ...expect,
  }
  return Object.entries(wanted).flatMap(([key, expected]) => {
    if (key === 'error') return []
    if (key !== 'outputRange') return isDeepEqual(got[key], expected) ? [] : [{ key, expected, got: got[key] }]
    return Object.entries(expected as Record<string, [number, number]>).flatMap(([path, [low, high]]) => {
      const [clause = '', name = ''] = path.split('.')
      const value = (got['output'] as Record<string, Record<string, unknown>> | undefined)?.[clause]?.[name]
      return typeof value === 'number' && value >= low && value < high
        ? []
        : [{ key: path, expected: [low, high], got: value }]
    })
  })
}

/** Equality of JSON values, whatever the order of keys. */
function isDeepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (a === 0 && b === 0)) return true
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      key =>
        Object.hasOwn(b, key) && isDeepEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
    )
  )
}
