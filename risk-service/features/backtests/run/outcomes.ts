import type { ClauseScores } from '../../../engine/rules/rule-result.ts'
import { hideScores, showScores } from '../../../engine/rules/rule-set-runner.ts'
import type { CompiledClause, CompiledRule, Scope } from '../../../fql/index.ts'
import type { Outcome } from './tally.ts'

interface RunnableRule {
  rule: { id: string; name: string }
  compiled: CompiledRule
  clauses: readonly CompiledClause[]
}
export interface RunnableRuleSet {
  firstMatch: boolean
  rules: readonly RunnableRule[]
}
/** Chains from a root down: published, and with a change. */
export interface RuleChains {
  before: readonly RunnableRuleSet[]
  after: readonly RunnableRuleSet[]
}

const approved: Outcome = { decision: 'Approve', rule: null, clause: null }
/** Outcome of a rule that was selected and did not decide; undefined: the rule was not selected. */
const undecided = null
type RuleOutcome = Outcome | typeof undecided | undefined

/** Outcomes by the clause that decided: the same objects for all events. */
const outcomes = new WeakMap<CompiledClause, Outcome[]>()
function outcomeBy({ rule }: RunnableRule, clause: CompiledClause, decision: Outcome['decision']): Outcome {
  const existing = outcomes.get(clause) ?? []
  let found = existing.find(each => each.decision === decision)
  if (found === undefined) outcomes.set(clause, [...existing, (found = { decision, rule, clause: clause.name })])
  return found
}

/** Is called with every rule that ran, whether it was selected or not, and the number of its runtime errors. */
export type RuleObserver = (rule: RunnableRule, errors: number) => void

function runRule(
  ready: RunnableRule,
  scope: Scope,
  scores: ClauseScores,
  onError?: (count: number) => void,
): RuleOutcome {
  hideScores(scope)
  const before = onError === undefined ? 0 : scope.errors.length
  const isSelected = ready.compiled.condition(scope)
  onError?.(scope.errors.length - before)
  if (!isSelected) return undefined
  for (const clause of ready.clauses) {
    showScores(clause, scope, scores)
    const { fired, decision, errors } = clause.run(scope)
    if (errors.length > 0) onError?.(errors.length)
    if (scope.waiting !== undefined) throw new Error('A back-test had to wait for something.')
    if (fired && decision !== undefined) return outcomeBy(ready, clause, decision.kind)
  }
  return undecided
}

/**
 * Returns the outcome of a chain, without its explanation. Everything that it reads has to be available synchronously.
 */
export function outcomeOf(sets: readonly RunnableRuleSet[], scope: Scope, scores: ClauseScores): Outcome {
  return visitRules(sets, ready => runRule(ready, scope, scores))
}

/** Does the same, and passes every rule that ran to an observer. */
export function observeOutcome(
  sets: readonly RunnableRuleSet[],
  scope: Scope,
  scores: ClauseScores,
  observe: RuleObserver,
): Outcome {
  return visitRules(sets, ready => {
    let errors = 0
    const outcome = runRule(ready, scope, scores, count => {
      errors += count
    })
    observe(ready, errors)
    return outcome
  })
}

function visitRules<Rule>(
  sets: readonly { firstMatch: boolean; rules: readonly Rule[] }[],
  run: (rule: Rule) => RuleOutcome,
): Outcome {
  for (const { rules, firstMatch } of sets) {
    for (const rule of rules) {
      const outcome = run(rule)
      if (outcome === undefined) continue
      if (outcome !== undecided) return outcome
      if (firstMatch) return approved
    }
  }
  return approved
}

/** Steps, and velocity reads, from which on two chains in one scope could reach limits that each alone would not. */
const maxSteps = 2000
const maxReads = 100

/**
 * Creates a runner of both chains of an environment over one event after another. A rule in both chains runs once.
 * `alone`: rules may affect one another, so that each chain runs by itself.
 */
export function createChainRunner(
  { before, after }: RuleChains,
  alone: boolean,
): (createScope: () => Scope, scores: ClauseScores) => readonly [before: Outcome, after: Outcome] {
  const places = new Map(
    [...new Set([...before, ...after].flatMap(set => set.rules))].map((ready, index) => [ready, index]),
  )
  const results = new Array<RuleOutcome>(places.size)
  const ran = new Float64Array(places.size)
  let event = 0
  const numbered = (sets: readonly RunnableRuleSet[]) =>
    sets.map(({ firstMatch, rules }) => ({
      firstMatch,
      rules: rules.map(ready => ({ ready, place: places.get(ready) ?? 0 })),
    }))
  const [first, second] = [numbered(before), numbered(after)]
  const apart = (createScope: () => Scope, scores: ClauseScores) =>
    [outcomeOf(before, createScope(), scores), outcomeOf(after, createScope(), scores)] as const

  return (createScope, scores) => {
    if (alone) return apart(createScope, scores)
    event += 1
    const scope = createScope()
    const once = ({ ready, place }: (typeof first)[number]['rules'][number]): RuleOutcome => {
      if (ran[place] === event) return results[place]
      ran[place] = event
      return (results[place] = runRule(ready, scope, scores))
    }
    const found = [visitRules(first, once), visitRules(second, once)] as const
    return scope.steps > maxSteps || Number(scope.results?.get('velocities') ?? 0) >= maxReads
      ? apart(createScope, scores)
      : found
  }
}
