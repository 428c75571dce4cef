import { defined } from '../../contract/defined.ts'
import type { CaseCall, CaseFunction, CaseRule, FqlCase } from '../../fql/cases/case.ts'
import type { CallResult, CheckEnvironment, FunctionDefinition } from '../../fql/index.ts'
import type { StoredDecision } from '../counterfactual/counterfactuals.ts'
import type { StoredRule } from '../counterfactual/recompile-chain.ts'
import type { Json } from '../lib/json.ts'
import type { ResourceRead } from '../replay/recorded-readers.ts'
import type { ClauseScores } from '../rules/rule-result.ts'
import { createCaseLists } from './case-lists.ts'
import type { WatchedFacts } from './fact-watch.ts'

interface CaseParts {
  stored: StoredDecision
  /** The event as rules read it. */
  event: Json
  scores: ClauseScores
  /** In run order. */
  rules: readonly StoredRule[]
  /** What the rules read, with the names of lists. */
  reads: readonly ResourceRead[]
  facts: WatchedFacts
  /** The names that the rules can use, environment by environment; the last one is that of the event. */
  checks: readonly CheckEnvironment[]
}

/** Names of the built-in assessments in the format of cases. */
const assessmentNames: Readonly<Record<string, string>> = {
  purchase: 'Purchase',
  accountcreation: 'AccountCreation',
  accountlogin: 'AccountLogin',
}

/** Returns an event with the rules and everything that they read and name, as a case of the query language. */
export function buildCase(parts: CaseParts): Omit<FqlCase, 'expect'> {
  const { stored, event, scores, rules, reads, facts, checks } = parts
  const functions = findFunctions(parts)
  const texts = [...rules.flatMap(textsOf), ...functions.flatMap(each => each.properties.map(({ code }) => code))]
    .join('\n')
    .toLowerCase()
  const isNamed = ({ name }: { name: string }): boolean => texts.includes(name.toLowerCase())
  const named = <T extends { name: string }>(of: (check: CheckEnvironment) => ReadonlyMap<string, T> | undefined) =>
    [...new Map(checks.flatMap(check => [...(of(check) ?? [])])).values()].filter(isNamed)
  const model = modelScores(reads)
  const sections = new Map<string, readonly StoredRule[]>(Map.groupBy(rules, rule => rule.environmentId))
  return {
    name: `${stored.eventType} ${stored.at.toISOString()}`,
    event,
    now: stored.at.toISOString(),
    lists: createCaseLists(
      named(check => check.lists?.custom),
      named(check => check.lists?.support),
      reads,
    ),
    velocities: velocitiesOf(
      named(check => check.velocities),
      reads,
    ),
    external: Object.fromEntries(
      named(check => check.externalCalls).map(call => [call.name, callOf(call.name, call.parameters, reads)]),
    ),
    assessments: Object.fromEntries(
      named(check => check.externalAssessments).map(({ name }) => {
        const result = reads.find(read => read.kind === 'call' && read.resource === name)?.value as
          | CallResult
          | undefined
        return [name, result === undefined ? {} : responseOf(result)]
      }),
    ),
    functions,
    geo: facts.geo,
    bin: facts.bin,
    devices: facts.devices,
    rule: rules.map(toCaseRule),
    evaluation: Object.fromEntries(
      [...sections].map(([id, own]) => [id, own.some(rule => rule.firstMatch === true) ? 'first' : 'all']),
    ),
    scores: defined({
      risk: scores.risk ?? model.risk,
      bot: scores.bot ?? model.bot,
      reasons: model.reasons,
    }),
    ...defined({
      assessment: assessmentNames[stored.eventType],
      template: checks.at(-1)?.template,
      correlationId: stored.correlationId ?? undefined,
    }),
  }
}

const textsOf = ({ body }: StoredRule): string[] =>
  body === null ? [] : [body.condition, ...body.clauses.map(clause => clause.text)]

const toCaseRule = ({ rule, environmentId, body }: StoredRule): CaseRule => ({
  name: rule,
  env: environmentId,
  condition: body?.condition ?? '',
  clauses: (body?.clauses ?? []).map(({ name, section, text }) => ({ name, section, code: text })),
})

/** Returns the functions that rules use, and those that these use. */
function findFunctions({ rules, checks }: CaseParts): CaseFunction[] {
  const available = checks.flatMap(({ functions }) => [
    ...scoped('this', functions?.own),
    ...scoped('root', functions?.root),
    ...scoped('parent', functions?.parent),
    ...[...(functions?.environments ?? [])].flatMap(([id, own]) => scoped(`env:${id}`, own)),
  ])
  // Those of the environment of the event replace those of the same name above it.
  const byName = new Map(available.map(each => [`${each.scope ?? ''}\n${each.name.toLowerCase()}`, each]))
  const used = new Map<string, CaseFunction>()
  let texts = rules.flatMap(textsOf)
  while (texts.length > 0) {
    const text = texts.join('\n').toLowerCase()
    const found = [...byName].filter(([key, { name }]) => !used.has(key) && text.includes(name.toLowerCase()))
    for (const [key, each] of found) used.set(key, each)
    texts = found.flatMap(([, { properties }]) => properties.map(({ code }) => code))
  }
  return [...used.values()]
}

const scoped = (scope: string, functions: ReadonlyMap<string, FunctionDefinition> | undefined): CaseFunction[] =>
  [...(functions?.values() ?? [])].map(({ name, parameters, properties }) => ({
    name,
    scope,
    parameters: parameters.map(({ name: parameter, type, default: value }) => ({
      name: parameter,
      type,
      default: value,
    })),
    properties: properties.map(({ name: property, type, default: value, code }) => ({
      name: property,
      type,
      default: value,
      code,
    })),
  }))

function velocitiesOf(
  named: readonly { name: string }[],
  reads: readonly ResourceRead[],
): NonNullable<FqlCase['velocities']> {
  const found: Record<string, Record<string, number>> = Object.fromEntries(named.map(({ name }) => [name, {}]))
  for (const { kind, resource, window = '', args, value } of reads)
    if (kind === 'velocity' && typeof value === 'number' && value !== 0)
      (found[resource] ??= {})[`${args[0] ?? ''}|${window}`] = value
  return found
}

/** Returns the stub of a call with its answers by arguments. */
function callOf(name: string, parameters: readonly string[], reads: readonly ResourceRead[]): CaseCall {
  const answers = reads.filter(read => read.kind === 'call' && read.resource === name)
  return {
    parameters: [...parameters],
    byArg: Object.fromEntries(answers.map(({ args, value }) => [args.join('|'), responseOf(value as CallResult)])),
  }
}

/** A failed call answers with its default. */
const responseOf = ({ response, httpStatusCode, errorMessage }: CallResult): CaseCall =>
  errorMessage === ''
    ? { response, status: httpStatusCode === 0 ? 200 : httpStatusCode }
    : { default: response, fail: errorMessage, status: httpStatusCode }

/** Returns the results of models that rules read. */
function modelScores(reads: readonly ResourceRead[]): {
  risk: number | undefined
  bot: number | undefined
  reasons: unknown
} {
  const of = (name: string) => {
    const { Score, Reasons } = (reads.find(read => read.kind === 'model' && read.resource === name)?.value ??
      {}) as Record<string, unknown>
    return { score: typeof Score === 'number' ? Score : undefined, reasons: Reasons }
  }
  const [risk, bot] = [of('risk'), of('bot')]
  return { risk: risk.score, bot: bot.score, reasons: risk.reasons ?? bot.reasons }
}
