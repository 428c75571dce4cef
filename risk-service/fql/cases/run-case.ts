import { defined } from '../../contract/defined.ts'
import {
  type CompiledRule,
  type CompileOptions,
  checkRule,
  compileRules,
  createScope,
  mergeResponse,
  type RuleSource,
  type RuntimeError,
  runClause,
  testCondition,
  toText,
} from '../index.ts'
import { buildCheckEnvironment, type CaseRule, type FqlCase, queuesOf } from './case.ts'
import { findError, findFunctionError, summariseError } from './case-errors.ts'
import { createReaders, defaultNow, variablesOf } from './case-readers.ts'
import { runVelocities } from './run-velocity-case.ts'

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const sourceOf = (rule: CaseRule): RuleSource => ({
  condition: rule.condition ?? '',
  clauses: rule.clauses.map(clause => ({ name: clause.name, section: clause.section ?? 'prior', text: clause.code })),
})
/** Returns true for active rules: one with an unpublished draft runs in its published version. */
const isActive = ({ status = 'active' }: CaseRule): boolean => /^active\b/i.test(status)
const environmentNameOf = ({ env = '' }: CaseRule): string => env

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

/**
 * Returns the event that routing rules read: paths without assessment and part are looked up in the request, then in
 * the response.
 */
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

/** Runs one acceptance case as the engine would and returns the record that is compared with its `expect`. */
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
    // Below an environment that uses only the first matching rule, no rules run.
    if (first) done = true
  }
  return { ...result, output, trace, response, runtimeErrors }
}
