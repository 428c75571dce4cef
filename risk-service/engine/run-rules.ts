import type { Decision, Explanation } from '../contract/index.ts'
import type { CallRecord, ClauseOutcome, CompiledClause, ConditionTrace, ReadKind, RuleSetRun, RuleSetWatch, RuleStretch, RuntimeError, Scope } from '../fql/index.ts'
import { createScope, mergeResponse, runClause, testCondition, toText, type Later } from '../fql/index.ts'
import type { BookRule, Programs, PublishedChain, RuleChain, RuleSet } from './rule-book.ts'

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
  evaluated: Evaluated[]
  /** External calls and assessments in their order. */
  calls: readonly CallRecord[]
  explanation: Omit<Explanation, 'contributions'>
}

/** A selected rule and the clauses that were evaluated. */
export interface Evaluated { readonly rule: string; readonly clauses: readonly string[]; readonly environmentId: string }

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
  for (const set of chain.sets) {
    const ended = set.programs != null && detail === 'effects'
      ? await runStretches(set, set.programs, scope, scores, result)
      : await runEach(set, set.rules, scope, scores, result, detail)
    if (ended) break
  }
  if (chain.actions.length > 0) {
    const after = afterDecision(scope, result)
    for (const rule of rulesOf(chain.actions)) {
      if (!noteErrors(rule, after, after.errors.length, await testCondition(rule.compiled, after), result.explanation.runtimeErrors)) continue
      for (const clause of rule.clauses) takeAction(rule, clause.name, await runClause(clause, after), result)
    }
    result.calls = [...scope.calls, ...after.calls]
  } else result.calls = scope.calls
  return result
}

/** Programs as far as nothing waits, the rules between them one by one. True when the chain ends. */
async function runStretches(set: RuleSet, programs: Programs, scope: Scope, scores: Scores, result: RuleResult): Promise<boolean> {
  // One wait for what several rules would each wait for.
  const fetched = scope.readers.velocities?.prefetch?.(programs.asked(scope))
  if (fetched !== undefined) await fetched
  const run = new SetRun(set, scope, scores, result)
  for (const stretch of programs.stretches) {
    if (stretch.run !== null) {
      if (run.run(stretch.run, stretch)) return true
    } else if (await runEach(set, set.rules.slice(stretch.from, stretch.to), scope, scores, result, 'effects')) return true
  }
  return false
}

/** Rules one by one, waiting where a part has to. True when the chain ends. */
async function runEach(set: RuleSet, rules: readonly BookRule[], scope: Scope, scores: Scores, result: RuleResult, detail: Detail): Promise<boolean> {
  for (const rule of rules) {
    hideScores(scope)
    // Most parts of such a chain do not wait: going on at once costs nothing, a promise for each would.
    const before = scope.errors.length
    const tested = testCondition(rule.compiled, scope)
    if (!enter(rule, scope, before, typeof tested === 'boolean' ? tested : await tested, result)) continue
    for (const clause of rule.clauses) {
      showScores(clause, scope, scores)
      const ran = runClause(clause, scope)
      if (takeClause(rule, clause, ran instanceof Promise ? await ran : ran, scope, result, detail)) return true
    }
    if (set.firstMatch) return true
  }
  return false
}

/**
 * Runs a chain of decision rules that never wait: ancestors first, first decision ends. Every rule that was looked at is
 * explained. By default only clauses that took effect are, because the explanation is stored with every event and reading values
 * again costs as much as a run; names of the other clauses that ran are in the answer.
 */
export function runRules(chain: RuleChain, scope: Scope, scores: Scores, detail: Detail = 'effects'): RuleResult {
  const result = newResult()
  for (const set of chain) {
    const program = detail === 'effects' ? onlyProgram(set) : null
    if (program !== null) {
      if (new SetRun(set, scope, scores, result).run(program, { from: 0, to: set.rules.length })) return result
      continue
    }
    for (const rule of set.rules) {
      hideScores(scope)
      if (!enter(rule, scope, scope.errors.length, rule.compiled.condition(scope), result)) continue
      for (const clause of rule.clauses) {
        showScores(clause, scope, scores)
        if (takeClause(rule, clause, clause.run(scope), scope, result, detail)) return result
      }
      if (set.firstMatch) return result
    }
  }
  return result
}

/** The program of a set that never waits; null without one. */
function onlyProgram({ programs, rules }: RuleSet): RuleSetRun | null {
  const [stretch] = programs?.stretches ?? []
  return stretch?.to === rules.length ? stretch.run : null
}

/** Rules of a set as programs: come to what they come to one by one. */
class SetRun implements RuleSetWatch {
  private readonly rules: readonly BookRule[]
  /** The first rule of which nothing is noted yet. */
  private next = 0
  private readonly set: RuleSet
  private readonly scope: Scope
  private readonly scores: Scores
  private readonly result: RuleResult
  constructor(set: RuleSet, scope: Scope, scores: Scores, result: RuleResult) {
    this.rules = set.rules
    this.set = set
    this.scope = scope
    this.scores = scores
    this.result = result
  }

  /** True when the chain ends here. */
  run(program: RuleSetRun, { from, to }: Pick<RuleStretch, 'from' | 'to'>): boolean {
    const { set, scope, result } = this
    let decided = false
    this.next = from
    const selected = program(scope, (at, clause, outcome) => {
      const rule = this.rules[at]
      const ran = rule?.compiled.clauses[clause]
      decided = rule !== undefined && ran !== undefined && takeClause(rule, ran, outcome, scope, result, 'effects')
      return decided
    }, set.firstMatch, this)
    if (decided || (set.firstMatch && selected > 0)) return true
    this.passed(to)
    return false
  }

  selected(at: number): void {
    this.passed(at)
    const rule = this.rules[at]
    if (rule === undefined) return
    select(rule, this.result)
    this.next = at + 1
  }

  test(at: number, condition: (scope: Scope) => boolean): boolean {
    const rule = this.rules[at]
    if (rule === undefined) return false
    hideScores(this.scope)
    const before = this.scope.errors.length
    return noteErrors(rule, this.scope, before, condition(this.scope), this.result.explanation.runtimeErrors)
  }

  clause(at: number, clause: number): void {
    const ran = this.rules[at]?.compiled.clauses[clause]
    if (ran !== undefined) showScores(ran, this.scope, this.scores)
  }

  /** Rules up to this one were looked at and not selected. */
  private passed(end: number): void {
    const { rules } = this.result.explanation
    for (; this.next < end; this.next++) {
      const rule = this.rules[this.next]
      if (rule !== undefined) rules.push(usualOf(rule).passed)
    }
  }
}

const newResult = (): RuleResult => ({
  decision: 'Approve', reason: 'NO_RULE_HIT', supportMessage: null, challengeType: null, rule: null, clause: null, outputs: {}, response: {},
  traces: [], evaluated: [], calls: noCalls, explanation: { rules: [], runtimeErrors: [] },
})
const noCalls: readonly CallRecord[] = []
export const rulesOf = (sets: RuleChain): BookRule[] => sets.flatMap((set) => set.rules)

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
export function noteErrors(rule: BookRule, scope: Scope, before: number, selected: boolean, errors: Explanation['runtimeErrors']): boolean {
  for (let index = before; index < scope.errors.length; index++) {
    const error = scope.errors[index]
    if (error !== undefined) errors.push(errorOf(rule, '', error))
  }
  return selected
}

type Entry = Explanation['rules'][number]
/** What most events say of a rule: the same objects for all of them. */
interface Usual { selected: Entry; passed: Entry; evaluated: Evaluated }
const usuals = new WeakMap<BookRule, Usual>()
function usualOf(rule: BookRule): Usual {
  const known = usuals.get(rule)
  if (known !== undefined) return known
  const { id: ruleId, name, environmentId, version, position } = rule
  const entry = (selected: boolean): Entry => Object.freeze({ ruleId, rule: name, environmentId, version, position, selected, clauses: Object.freeze([]) as unknown as Entry['clauses'] })
  const usual: Usual = { selected: entry(true), passed: entry(false), evaluated: Object.freeze({ rule: name, clauses: rule.clauses.map((clause) => clause.name), environmentId }) }
  usuals.set(rule, usual)
  return usual
}

/** Notes that a rule was looked at, and how it was; false when it is not selected. */
function enter(rule: BookRule, scope: Scope, before: number, selected: boolean, result: RuleResult): boolean {
  noteErrors(rule, scope, before, selected, result.explanation.runtimeErrors)
  if (selected) select(rule, result)
  else result.explanation.rules.push(usualOf(rule).passed)
  return selected
}

function select(rule: BookRule, result: RuleResult): void {
  const usual = usualOf(rule)
  result.explanation.rules.push(usual.selected)
  result.reason = 'NO_CLAUSE_HIT'
  result.evaluated.push(usual.evaluated)
}

/** Takes over what a clause came to; true when it decided. */
function takeClause(rule: BookRule, clause: CompiledClause, outcome: ClauseOutcome, scope: Scope, result: RuleResult, detail: Detail): boolean {
  for (const error of outcome.errors) result.explanation.runtimeErrors.push(errorOf(rule, clause.name, error))
  if (outcome.traces.length > 0) result.traces.push(...outcome.traces)
  if (Object.keys(outcome.outputs).length > 0) result.outputs[clause.name] = { ...result.outputs[clause.name], ...outcome.outputs }
  if (detail === 'all' || outcome.fired || outcome.observed) explain(rule, explainClause(clause, outcome, scope), result)
  if (!outcome.fired || outcome.decision === undefined) return false
  const { decision } = outcome
  result.decision = decision.kind
  result.reason = decision.reason
  result.supportMessage = decision.supportMessage
  result.challengeType = decision.challengeType
  result.rule = rule
  result.clause = clause.name
  const place = rule.clauses.indexOf(clause) + 1
  // What comes after the clause that decided was not evaluated.
  if (place < rule.clauses.length) result.evaluated[result.evaluated.length - 1] = endedAt(rule, place)
  return true
}

const endings = new WeakMap<BookRule, Evaluated[]>()
/** A rule of which only the first clauses were evaluated: the same object for all events that end there. */
function endedAt(rule: BookRule, place: number): Evaluated {
  let known = endings.get(rule)
  if (known === undefined) endings.set(rule, known = [])
  return known[place] ??= { rule: rule.name, clauses: rule.clauses.slice(0, place).map(({ name }) => name), environmentId: rule.environmentId }
}

/** Adds to what the last rule that was looked at did. */
function explain(rule: BookRule, clause: Entry['clauses'][number], result: RuleResult): void {
  const { rules } = result.explanation
  const last = rules.length - 1
  const entry = rules[last]
  if (entry === undefined || entry === usualOf(rule).selected) rules[last] = { ...usualOf(rule).selected, clauses: [clause] }
  else entry.clauses.push(clause)
}

/**
 * What post-decision actions see: the decision, and the variables that decision rules have set. Every action whose condition
 * holds runs, clause by clause, parents before children; none stops the others.
 */
function afterDecision(before: Scope, { decision }: RuleResult): Scope {
  return withCalls(before, createScope({
    ...before.readers, event: before.event, now: before.now, variables: before.variables, correlationId: before.correlationId, random: before.random, decision,
  }))
}

/** What decision rules called is not called again by the same event. */
export function withCalls(before: Scope, after: Scope): Scope {
  if (before.results === undefined) return after
  const known = [...before.results].filter(([key]) => key === 'responses' || key.startsWith('external|') || key.startsWith('assessment|'))
  if (known.length > 0) after.results = new Map(known)
  return after
}

function takeAction(rule: BookRule, clause: string, outcome: ClauseOutcome, result: RuleResult): void {
  for (const error of outcome.errors) result.explanation.runtimeErrors.push(errorOf(rule, clause, error))
  result.traces.push(...outcome.traces)
  result.response = mergeResponse(result.response, outcome.response)
}

function explainClause(clause: CompiledClause, outcome: ClauseOutcome, scope: Scope): Explanation['rules'][number]['clauses'][number] {
  const effect = outcome.fired ? 'decide' : outcome.observed ? 'observe' : 'none'
  return {
    clause: clause.name, effect, decision: outcome.decision?.kind ?? null,
    conditions: clause.explain(scope).map(conditionTrace), outputs: outcome.outputs,
  }
}

/** Contract form of an explained condition. */
export function conditionTrace(trace: ConditionTrace): { text: string; result: boolean; reads: { name: string; value: string; kind?: ReadKind }[] } {
  return {
    text: trace.text, result: trace.result ?? false,
    reads: trace.values.map((read) => ({ name: read.text, value: shortText(read.value), ...(read.kind === undefined ? {} : { kind: read.kind }) })),
  }
}

function shortText(value: unknown): string {
  const text = toText(value)
  return text.length > longestRead ? `${text.slice(0, longestRead)}…` : text
}

export function errorOf(rule: BookRule, clause: string, error: RuntimeError): Explanation['runtimeErrors'][number] {
  return { rule: rule.name, clause, line: error.line, column: error.column, code: error.code, message: error.message }
}
