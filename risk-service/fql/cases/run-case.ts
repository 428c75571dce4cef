import { compileRules, createScope, toText, FqlError, type CheckEnvironment, type CompiledRule, type ListReader, type RuleSource, type RuntimeError, type Section } from '../index.ts'

interface CaseClause { name: string; section?: Section; code: string }
interface CaseRule { name?: string; condition?: string; status?: string; env?: string; clauses: CaseClause[] }
export interface FqlCase {
  name: string
  event: unknown
  lists: { custom?: Record<string, { columns: string[]; rows: string[][] }>; support?: Record<string, { value: string; status: 'Safe' | 'Block' | 'Watch'; expires?: string }[]> }
  rule: string | CaseRule | CaseRule[]
  expect: Record<string, unknown>
  kind?: 'decision' | 'postDecision' | 'routing' | 'velocity'
  now?: string
  assessment?: string
  scores?: { risk?: number; bot?: number }
  evaluation?: 'all' | 'first' | Record<string, 'all' | 'first'>
  decision?: 'Approve' | 'Review' | 'Challenge' | 'Reject'
  correlationId?: string
  queues?: string[]
  variables?: Record<string, unknown>
}

/** What a case needs that the language does not have yet, read from its text. */
export function missingFeatures(testCase: FqlCase): string[] {
  const text = JSON.stringify(testCase.rule)
  const features: Readonly<Record<string, RegExp>> = {
    velocityReads: /\bVelocity\./i, externalCalls: /\bExternal\./i, externalAssessments: /\bAssessments\./i, functions: /\bFunctions\./i, models: /\bModel\./i,
    geo: /\bGeo\./i, devices: /\bDevice\./i, bin: /\bBIN\./i, gibberish: /\bGetPattern\b/i, velocitySets: /\bSELECT\b/i,
  }
  return Object.entries(features).filter(([, pattern]) => pattern.test(text)).map(([name]) => name)
}

const key = (text: string): string => text.trim().toLowerCase()

function listReader(lists: FqlCase['lists']): ListReader {
  const custom = new Map(Object.entries(lists.custom ?? {}).map(([name, list]) => [name.toLowerCase(), list]))
  const support = new Map(Object.entries(lists.support ?? {}).map(([name, list]) => [name.toLowerCase(), list]))
  const find = (name: string): { columns: string[]; rows: string[][] } => custom.get(name.toLowerCase()) ?? { columns: [], rows: [] }
  const column = (list: { columns: string[] }, name: string): number => list.columns.findIndex((each) => each.toLowerCase() === name.toLowerCase())
  return {
    containsKey: (name, keyColumn, value) => find(name).rows.some((row) => key(row[column(find(name), keyColumn)] ?? '') === key(value)),
    lookup: (name, keyColumn, value, valueColumn) => find(name).rows.find((row) => key(row[column(find(name), keyColumn)] ?? '') === key(value))?.[column(find(name), valueColumn)],
    lookupClosest: (name, keyColumn, value, valueColumn) => {
      const sorted = [...find(name).rows].sort((a, b) => (key(a[column(find(name), keyColumn)] ?? '') < key(b[column(find(name), keyColumn)] ?? '') ? -1 : 1))
      const below = sorted.filter((row) => key(row[column(find(name), keyColumn)] ?? '') <= key(value))
      return (below[below.length - 1] ?? sorted[0])?.[column(find(name), valueColumn)]
    },
    supportStatus: (name, value, now) => support.get(name.toLowerCase())?.find((entry) => key(entry.value) === key(value) && (entry.expires === undefined || new Date(entry.expires) > now))?.status,
  }
}

function environment(testCase: FqlCase): CheckEnvironment {
  return {
    attributes: new Map(),
    lists: {
      custom: new Map(Object.entries(testCase.lists.custom ?? {}).map(([name, list]) => [name.toLowerCase(), { name, columns: list.columns }])),
      support: new Map(Object.keys(testCase.lists.support ?? {}).map((name) => [name.toLowerCase(), { name }])),
    },
    kind: testCase.kind === 'postDecision' || testCase.kind === 'routing' ? testCase.kind : 'decision',
    queues: new Set((testCase.queues ?? []).map((name) => name.toLowerCase())),
    ...(testCase.assessment === undefined ? {} : { legacyScores: testCase.assessment === 'Purchase' ? 'risk' as const : 'riskAndBot' as const }),
  }
}

function rulesOf(testCase: FqlCase): CaseRule[] {
  if (typeof testCase.rule === 'string') return [{ clauses: [{ name: 'clause1', code: testCase.rule }] }]
  return Array.isArray(testCase.rule) ? testCase.rule : [testCase.rule]
}
export const sourceOf = (rule: CaseRule): RuleSource => ({ condition: rule.condition ?? '', clauses: rule.clauses.map((clause) => ({ name: clause.name, section: clause.section ?? 'prior', text: clause.code })) })

/** Runs one acceptance case as the engine would and returns the result record its `expect` is compared with. */
export function runCase(testCase: FqlCase, mode: 'code' | 'closures', problemsOf: (rule: RuleSource, env: CheckEnvironment) => { diagnostic: { code: string; line: number; column: number; severity: string } }[]): Record<string, unknown> {
  const env = environment(testCase)
  const rules = rulesOf(testCase).filter((rule) => (rule.status ?? 'active') === 'active')
  const problems = rules.flatMap((rule) => problemsOf(sourceOf(rule), env)).map(({ diagnostic }) => ({ severity: diagnostic.severity, code: diagnostic.code, line: diagnostic.line, column: diagnostic.column }))
  const short = (problem: { code: string; line: number; column: number }): object => ({ code: problem.code, line: problem.line, column: problem.column })
  let compiled: CompiledRule[]
  try {
    compiled = compileRules(rules.map(sourceOf), env, { mode })
  } catch (thrown) {
    if (!(thrown instanceof FqlError)) throw thrown
    const first = problems.find((problem) => problem.severity === 'error')
    return { error: first === undefined ? null : short(first) }
  }
  const scope = createScope({
    event: testCase.event, now: new Date(testCase.now ?? '2025-06-15T11:04:00Z'), lists: listReader(testCase.lists), correlationId: testCase.correlationId ?? '',
    variables: new Map(Object.entries(testCase.variables ?? {})), ...(testCase.decision === undefined ? {} : { decision: testCase.decision }),
  })
  const result = { decision: 'Approve', reason: 'NO_RULE_HIT', supportMessage: '', challengeType: '', rule: '', clause: '', queue: 'General' }
  const output: Record<string, Record<string, unknown>> = {}
  const trace: unknown[] = []
  const response: Record<string, unknown> = {}
  const runtimeErrors: object[] = []
  const error = (clause: string, found: RuntimeError): void => { runtimeErrors.push({ clause, ...short(found) }) }
  const environments = [...new Set(rules.map((rule) => rule.env ?? ''))]
  let done = false
  for (const place of environments) {
    const behaviour = typeof testCase.evaluation === 'object' ? testCase.evaluation[place] : testCase.evaluation
    for (const [index, rule] of rules.entries()) {
      if (done || (rule.env ?? '') !== place) continue
      const program = compiled[index]
      if (program === undefined) continue
      const selected = program.condition(scope)
      for (const found of scope.errors.splice(0)) error('condition', found)
      if (!selected) continue
      if (result.reason === 'NO_RULE_HIT') result.reason = 'NO_CLAUSE_HIT'
      for (const section of ['prior', 'postBot', 'postRisk'] as const) {
        if (section === 'postBot') scope.botScore = testCase.scores?.bot
        if (section === 'postRisk') scope.riskScore = testCase.scores?.risk
        for (const clause of program.clauses.filter((each) => each.section === section)) {
          if (done) break
          const outcome = clause.run(scope)
          if (Object.keys(outcome.outputs).length > 0) output[clause.name] = { ...output[clause.name], ...Object.fromEntries(Object.entries(outcome.outputs).map(([name, value]) => [name, testCase.assessment === 'Purchase' ? toText(value) : value])) }
          trace.push(...outcome.traces)
          Object.assign(response, outcome.response)
          for (const found of outcome.errors) error(clause.name, found)
          if (!outcome.fired) continue
          done = true
          if (outcome.queue !== undefined) result.queue = outcome.queue
          const { decision } = outcome
          Object.assign(result, { rule: rule.name ?? `rule${index + 1}`, clause: clause.name }, decision === undefined ? {} : { decision: decision.kind, reason: decision.reason, supportMessage: decision.supportMessage ?? '', challengeType: decision.challengeType ?? '' })
        }
      }
      if (behaviour === 'first') done = true
    }
  }
  return { ...result, output, trace, response, runtimeErrors, warnings: problems.filter((problem) => problem.severity === 'warning').map(short) }
}
