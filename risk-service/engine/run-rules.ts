import type { Decision, Explanation } from '../contract/index.ts'
import { systemQueue } from '../contract/constants.ts'
import type { ClauseOutcome, CompiledClause, ConditionTrace, RuntimeError, Scope } from '../fql/index.ts'
import { createScope, runClause, testCondition, toText, type Later } from '../fql/index.ts'
import type { BookRule, PublishedChain, RuleChain } from './rule-book.ts'

/** What the rules made of one event (10 section 2.5). */
export interface RuleResult {
  decision: Decision
  reason: string
  supportMessage: string | null
  challengeType: string | null
  /** What decided; null when nothing did. */
  rule: BookRule | null
  clause: string | null
  /** Clause name to pairs. */
  outputs: Record<string, Record<string, unknown>>
  /** What post-decision actions add to the answer (SetResponse). */
  response: Record<string, unknown>
  traces: Record<string, unknown>[]
  /** Selected rules with the clauses that were evaluated, in order. */
  evaluated: { rule: string; clauses: string[]; environmentId: string }[]
  explanation: Omit<Explanation, 'contributions'>
}

/** Longest text of a value in an explanation. */
const longestRead = 200

/** `effects`: clauses that took effect, with conditions and values; `all`: the others too, as the evaluation pane shows them. */
export type Detail = 'effects' | 'all'

/** Scores that clauses can read from their section on; undefined where the assessment has none. */
export interface Scores { risk?: number | undefined; bot?: number | undefined }

/**
 * Runs decision rules, then post-decision actions, which can no longer change the decision. At once, unless something in the
 * chain may have to be waited for.
 */
export function runChain(chain: PublishedChain, scope: Scope, scores: Scores, detail: Detail = 'effects'): Later<RuleResult> {
  if (chain.waits) return runChainLater(chain, scope, scores, detail)
  const result = runRules(chain.sets, scope, scores, detail)
  if (chain.actions.length > 0) {
    const after = afterDecision(scope, result)
    for (const rule of rulesOf(chain.actions)) {
      if (!noteErrors(rule, after, after.errors.length, rule.compiled.condition(after), result.explanation.runtimeErrors)) continue
      for (const clause of rule.clauses) takeAction(rule, clause.name, clause.run(after), result)
    }
  }
  return result
}

/** The same step by step, waiting where a part has to. */
async function runChainLater(chain: PublishedChain, scope: Scope, scores: Scores, detail: Detail): Promise<RuleResult> {
  const result = newResult()
  decided: for (const set of chain.sets) {
    for (const rule of set.rules) {
      hideScores(scope)
      const entry = enter(rule, scope, scope.errors.length, await testCondition(rule.compiled, scope), result)
      if (entry === null) continue
      for (const clause of rule.clauses) {
        showScores(clause, scope, scores)
        if (takeClause(rule, clause, await runClause(clause, scope), scope, result, entry, detail)) break decided
      }
      if (set.firstMatch) break decided
    }
  }
  if (chain.actions.length > 0) {
    const after = afterDecision(scope, result)
    for (const rule of rulesOf(chain.actions)) {
      if (!noteErrors(rule, after, after.errors.length, await testCondition(rule.compiled, after), result.explanation.runtimeErrors)) continue
      for (const clause of rule.clauses) takeAction(rule, clause.name, await runClause(clause, after), result)
    }
  }
  return result
}

/**
 * Runs a chain of decision rules that never wait: ancestors first, first decision ends. Every rule that was looked at is
 * explained. By default only clauses that took effect are, because the explanation is stored with every event and reading values
 * again costs as much as a run; names of the other clauses that ran are in the answer.
 */
export function runRules(chain: RuleChain, scope: Scope, scores: Scores, detail: Detail = 'effects'): RuleResult {
  const result = newResult()
  for (const set of chain) {
    for (const rule of set.rules) {
      hideScores(scope)
      const entry = enter(rule, scope, scope.errors.length, rule.compiled.condition(scope), result)
      if (entry === null) continue
      for (const clause of rule.clauses) {
        showScores(clause, scope, scores)
        if (takeClause(rule, clause, clause.run(scope), scope, result, entry, detail)) return result
      }
      if (set.firstMatch) return result
    }
  }
  return result
}

const newResult = (): RuleResult => ({
  decision: 'Approve', reason: 'NO_RULE_HIT', supportMessage: null, challengeType: null, rule: null, clause: null, outputs: {}, response: {},
  traces: [], evaluated: [], explanation: { rules: [], runtimeErrors: [] },
})
const rulesOf = (sets: RuleChain): BookRule[] => sets.flatMap((set) => set.rules)

/** Conditions know no score, whatever section ran before. */
function hideScores(scope: Scope): void {
  scope.riskScore = undefined
  scope.botScore = undefined
}

/** Before its section a score is a missing attribute. */
function showScores(clause: CompiledClause, scope: Scope, scores: Scores): void {
  scope.riskScore = clause.section === 'postRisk' ? scores.risk : undefined
  scope.botScore = clause.section === 'prior' ? undefined : scores.bot
}

/** Notes the errors of a condition; `before`: how many there were. */
function noteErrors(rule: BookRule, scope: Scope, before: number, selected: boolean, errors: Explanation['runtimeErrors']): boolean {
  for (const error of scope.errors.slice(before)) errors.push(errorOf(rule, '', error))
  return selected
}

type Entry = Explanation['rules'][number]
/** Notes that a rule was looked at, and how it was; null when it is not selected. */
function enter(rule: BookRule, scope: Scope, before: number, selected: boolean, result: RuleResult): Entry | null {
  noteErrors(rule, scope, before, selected, result.explanation.runtimeErrors)
  const entry: Entry = { ruleId: rule.id, rule: rule.name, environmentId: rule.environmentId, version: rule.version, position: rule.position, selected, clauses: [] }
  result.explanation.rules.push(entry)
  if (!selected) return null
  result.reason = 'NO_CLAUSE_HIT'
  result.evaluated.push({ rule: rule.name, clauses: [], environmentId: rule.environmentId })
  return entry
}

/** Takes over what a clause came to; true when it decided. */
function takeClause(rule: BookRule, clause: CompiledClause, outcome: ClauseOutcome, scope: Scope, result: RuleResult, entry: Entry, detail: Detail): boolean {
  result.evaluated.at(-1)?.clauses.push(clause.name)
  for (const error of outcome.errors) result.explanation.runtimeErrors.push(errorOf(rule, clause.name, error))
  result.traces.push(...outcome.traces)
  if (Object.keys(outcome.outputs).length > 0) result.outputs[clause.name] = { ...result.outputs[clause.name], ...outcome.outputs }
  if (detail === 'all' || outcome.fired || outcome.observed) entry.clauses.push(explainClause(clause, outcome, scope))
  if (!outcome.fired || outcome.decision === undefined) return false
  const { decision } = outcome
  result.decision = decision.kind
  result.reason = decision.reason
  result.supportMessage = decision.supportMessage
  result.challengeType = decision.challengeType
  result.rule = rule
  result.clause = clause.name
  return true
}

/**
 * What post-decision actions see: the decision, and the variables that decision rules have set. Every action whose condition
 * holds runs, clause by clause, parents before children; none stops the others.
 */
function afterDecision(before: Scope, { decision }: RuleResult): Scope {
  return createScope({
    ...before.readers, event: before.event, now: before.now, variables: before.variables, correlationId: before.correlationId, random: before.random, decision,
  })
}

function takeAction(rule: BookRule, clause: string, outcome: ClauseOutcome, result: RuleResult): void {
  for (const error of outcome.errors) result.explanation.runtimeErrors.push(errorOf(rule, clause, error))
  result.traces.push(...outcome.traces)
  for (const key of Object.keys(outcome.response)) result.response[key] = merged(result.response[key], outcome.response[key])
}

/** Later writes of a key win; sections of the same name join. */
function merged(before: unknown, after: unknown): unknown {
  const isSection = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
  return isSection(before) && isSection(after) ? { ...before, ...after } : after
}

export type Routed = NonNullable<Explanation['routing']>
const unrouted: Routed = Object.freeze({ queue: systemQueue, rule: null, clause: null })

/** What routing rules see of an assessed event: by its assessment and part, and unprefixed in the request, then in the answer. */
export function routingEvent(eventType: string, request: Record<string, unknown>, response: Record<string, unknown>): Record<string, unknown> {
  return { ...response, ...request, [eventType]: { request, response } }
}

/**
 * The queue of an event that was decided Review: the first clause that fires names it, else it is the system's. `event` is
 * only made when there are rules; its errors go with those of the explanation.
 */
export function routeEvent(chain: PublishedChain, before: Scope, event: () => Record<string, unknown>, errors: Explanation['runtimeErrors']): Later<Routed> {
  if (chain.routing.length === 0) return unrouted
  const scope = createScope({
    ...before.readers, event: event(), now: before.now, variables: before.variables, correlationId: before.correlationId, random: before.random,
  })
  if (chain.waits) return routeLater(chain, scope, errors)
  for (const rule of rulesOf(chain.routing)) {
    if (!noteErrors(rule, scope, scope.errors.length, rule.compiled.condition(scope), errors)) continue
    for (const clause of rule.clauses) {
      const routed = queueOf(rule, clause.name, clause.run(scope), errors)
      if (routed !== null) return routed
    }
  }
  return unrouted
}

async function routeLater(chain: PublishedChain, scope: Scope, errors: Explanation['runtimeErrors']): Promise<Routed> {
  for (const rule of rulesOf(chain.routing)) {
    if (!noteErrors(rule, scope, scope.errors.length, await testCondition(rule.compiled, scope), errors)) continue
    for (const clause of rule.clauses) {
      const routed = queueOf(rule, clause.name, await runClause(clause, scope), errors)
      if (routed !== null) return routed
    }
  }
  return unrouted
}

function queueOf(rule: BookRule, clause: string, outcome: ClauseOutcome, errors: Explanation['runtimeErrors']): Routed | null {
  for (const error of outcome.errors) errors.push(errorOf(rule, clause, error))
  return outcome.fired && outcome.queue !== undefined ? { queue: outcome.queue, rule: rule.name, clause } : null
}

function explainClause(clause: CompiledClause, outcome: ClauseOutcome, scope: Scope): Explanation['rules'][number]['clauses'][number] {
  const effect = outcome.fired ? 'decide' : outcome.observed ? 'observe' : 'none'
  return {
    clause: clause.name, effect, decision: outcome.decision?.kind ?? null,
    conditions: clause.explain(scope).map(conditionTrace), outputs: outcome.outputs,
  }
}

/** Contract form of an explained condition. */
export function conditionTrace(trace: ConditionTrace): { text: string; result: boolean; reads: { name: string; value: string }[] } {
  return {
    text: trace.text, result: trace.result ?? false,
    reads: trace.values.map((read) => ({ name: read.text, value: shortText(read.value) })),
  }
}

function shortText(value: unknown): string {
  const text = toText(value)
  return text.length > longestRead ? `${text.slice(0, longestRead)}…` : text
}

function errorOf(rule: BookRule, clause: string, error: RuntimeError): Explanation['runtimeErrors'][number] {
  return { rule: rule.name, clause, line: error.line, column: error.column, code: error.code, message: error.message }
}
