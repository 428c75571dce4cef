import type { Decision, Explanation } from '../../contract/index.ts'
import {
  type CallRecord,
  type ClauseOutcome,
  type CompiledClause,
  type ConditionTrace,
  mergeResponse,
  type ReadKind,
  type RuntimeError,
  type Scope,
  toText,
} from '../../fql/index.ts'
import { defineOwn } from '../../fql/runtime/operators.ts'
import { sanitiseText } from '../ingest/sensitive-data.ts'
import type { PublishedRule } from './published-chain.ts'

/** The result of the rules for one event. */
export interface RuleResult {
  decision: Decision
  reason: string
  supportMessage: string | null
  challengeType: string | null
  /** The deciding rule; null when none decided. */
  rule: PublishedRule | null
  clause: string | null
  /** Clause name to pairs. */
  outputs: Record<string, Record<string, unknown>>
  /** Additions of post-decision actions to the answer (SetResponse). */
  response: Record<string, unknown>
  traces: Record<string, unknown>[]
  /** The traces with the name of their rule, for event tracing. */
  ruleTraces: { rule: string; attributes: Record<string, unknown> }[]
  /** Selected rules with their evaluated clauses, in order. */
  evaluated: EvaluatedRule[]
  /** External calls and assessments in their order. */
  calls: readonly CallRecord[]
  explanation: Omit<Explanation, 'contributions'>
}

/** A selected rule and its evaluated clauses. */
export interface EvaluatedRule {
  readonly rule: string
  readonly clauses: readonly string[]
  readonly environmentId: string
}

/** Longest text of a value in an explanation. */
const maxValueLength = 200

/**
 * `effects`: clauses that took effect, with conditions and values; `all`: the others too, as the evaluation pane shows
 * them.
 */
export type ExplanationDetail = 'effects' | 'all'

/** Scores that clauses can read from their section on; undefined where the assessment has none. */
export interface ClauseScores {
  risk?: number | undefined
  bot?: number | undefined
}

export const createRuleResult = (): RuleResult => ({
  decision: 'Approve',
  reason: 'NO_RULE_HIT',
  supportMessage: null,
  challengeType: null,
  rule: null,
  clause: null,
  outputs: {},
  response: {},
  traces: [],
  ruleTraces: [],
  evaluated: [],
  calls: noCalls,
  explanation: { rules: [], runtimeErrors: [] },
})
const noCalls: readonly CallRecord[] = []

/** Records the errors of a condition; `before`: their number before it ran. */
export function recordErrors(
  rule: PublishedRule,
  scope: Scope,
  before: number,
  selected: boolean,
  errors: Explanation['runtimeErrors'],
): boolean {
  for (let index = before; index < scope.errors.length; index++) {
    const error = scope.errors[index]
    if (error !== undefined) errors.push(errorOf(rule, '', error))
  }
  return selected
}

type Entry = Explanation['rules'][number]
/** The entries of a rule for most events: the same objects for all of them. */
interface SharedEntries {
  selected: Entry
  passed: Entry
  evaluated: EvaluatedRule
}
const sharedEntriesByRule = new WeakMap<PublishedRule, SharedEntries>()
export function sharedEntriesOf(rule: PublishedRule): SharedEntries {
  const cached = sharedEntriesByRule.get(rule)
  if (cached !== undefined) return cached
  const { id: ruleId, name, environmentId, version, position } = rule
  const entry = (selected: boolean): Entry =>
    Object.freeze({
      ruleId,
      rule: name,
      environmentId,
      version,
      position,
      selected,
      clauses: Object.freeze([]) as unknown as Entry['clauses'],
    })
  const usual: SharedEntries = {
    selected: entry(true),
    passed: entry(false),
    evaluated: Object.freeze({ rule: name, clauses: rule.clauses.map(clause => clause.name), environmentId }),
  }
  sharedEntriesByRule.set(rule, usual)
  return usual
}

/** Records that a rule was evaluated, and its result; false when it is not selected. */
export function recordRule(
  rule: PublishedRule,
  scope: Scope,
  before: number,
  selected: boolean,
  result: RuleResult,
): boolean {
  recordErrors(rule, scope, before, selected, result.explanation.runtimeErrors)
  if (selected) recordSelectedRule(rule, result)
  else result.explanation.rules.push(sharedEntriesOf(rule).passed)
  return selected
}

export function recordSelectedRule(rule: PublishedRule, result: RuleResult): void {
  const usual = sharedEntriesOf(rule)
  result.explanation.rules.push(usual.selected)
  result.reason = 'NO_CLAUSE_HIT'
  result.evaluated.push(usual.evaluated)
}

/** Applies the result of a clause; true when the clause decided. */
export function applyClause(
  rule: PublishedRule,
  clause: CompiledClause,
  outcome: ClauseOutcome,
  scope: Scope,
  result: RuleResult,
  detail: ExplanationDetail,
): boolean {
  for (const error of outcome.errors) result.explanation.runtimeErrors.push(errorOf(rule, clause.name, error))
  addTraces(rule, outcome, result)
  if (Object.keys(outcome.outputs).length > 0) {
    const before = Object.hasOwn(result.outputs, clause.name) ? result.outputs[clause.name] : undefined
    defineOwn(result.outputs, clause.name, { ...before, ...outcome.outputs })
  }
  if (detail === 'all' || outcome.fired || outcome.observed)
    addClauseEntry(rule, explainClause(clause, outcome, scope), result)
  if (!outcome.fired || outcome.decision === undefined) return false
  const { decision } = outcome
  result.decision = decision.kind
  result.reason = sanitiseText(decision.reason)
  result.supportMessage = decision.supportMessage
  result.challengeType = decision.challengeType
  result.rule = rule
  result.clause = clause.name
  const place = rule.clauses.indexOf(clause) + 1
  // Clauses after the deciding one were not evaluated.
  if (place < rule.clauses.length) result.evaluated[result.evaluated.length - 1] = partialEvaluation(rule, place)
  return true
}

const partialEvaluations = new WeakMap<PublishedRule, EvaluatedRule[]>()
/** Returns a rule of which only the first clauses were evaluated: the same object for all events that end there. */
function partialEvaluation(rule: PublishedRule, place: number): EvaluatedRule {
  let cached = partialEvaluations.get(rule)
  if (cached === undefined) partialEvaluations.set(rule, (cached = []))
  return (cached[place] ??= {
    rule: rule.name,
    clauses: rule.clauses.slice(0, place).map(({ name }) => name),
    environmentId: rule.environmentId,
  })
}

/** Adds a clause to the entry of the last evaluated rule. */
function addClauseEntry(rule: PublishedRule, clause: Entry['clauses'][number], result: RuleResult): void {
  const { rules } = result.explanation
  const last = rules.length - 1
  const entry = rules[last]
  if (entry === undefined || entry === sharedEntriesOf(rule).selected)
    rules[last] = { ...sharedEntriesOf(rule).selected, clauses: [clause] }
  else entry.clauses.push(clause)
}

function addTraces({ name }: PublishedRule, { traces }: ClauseOutcome, result: RuleResult): void {
  for (const attributes of traces) {
    result.traces.push(attributes)
    result.ruleTraces.push({ rule: name, attributes })
  }
}

export function applyAction(rule: PublishedRule, clause: string, outcome: ClauseOutcome, result: RuleResult): void {
  for (const error of outcome.errors) result.explanation.runtimeErrors.push(errorOf(rule, clause, error))
  addTraces(rule, outcome, result)
  result.response = mergeResponse(result.response, outcome.response)
}

function explainClause(
  clause: CompiledClause,
  outcome: ClauseOutcome,
  scope: Scope,
): Explanation['rules'][number]['clauses'][number] {
  const effect = outcome.fired ? 'decide' : outcome.observed ? 'observe' : 'none'
  return {
    clause: clause.name,
    effect,
    ...(outcome.observes ? { observes: true as const } : {}),
    decision: outcome.decision?.kind ?? null,
    conditions: clause.explain(scope).map(conditionTrace),
    outputs: outcome.outputs,
  }
}

/** Converts an explained condition to the form of the contract. */
function conditionTrace(trace: ConditionTrace): {
  text: string
  result: boolean
  reads: { name: string; value: string; kind?: ReadKind }[]
} {
  return {
    text: trace.text,
    result: trace.result ?? false,
    reads: trace.values.map(read => ({
      name: read.text,
      value: shortText(read.value),
      ...(read.kind === undefined ? {} : { kind: read.kind }),
    })),
  }
}

function shortText(value: unknown): string {
  const text = toText(value)
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text
}

export function errorOf(
  rule: PublishedRule,
  clause: string,
  error: RuntimeError,
): Explanation['runtimeErrors'][number] {
  return { rule: rule.name, clause, line: error.line, column: error.column, code: error.code, message: error.message }
}
