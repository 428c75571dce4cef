import type { CompiledClause, RuleSegment, RuleSetObserver, RuleSetRun, Scope } from '../../fql/index.ts'
import type { PublishedRule, RuleSet } from './published-chain.ts'
import {
  applyClause,
  type ClauseScores,
  type RuleResult,
  recordErrors,
  recordSelectedRule,
  sharedEntriesOf,
} from './rule-result.ts'

/** Returns the program of a set that never waits; null without one. */
export function singleProgram({ programs, rules }: RuleSet): RuleSetRun | null {
  const [stretch] = programs?.segments ?? []
  return stretch?.to === rules.length ? stretch.run : null
}

/** Runs the rules of a set as programs, with the same result as one by one. */
export class RuleSetRunner implements RuleSetObserver {
  private readonly rules: readonly PublishedRule[]
  /** The first rule without an entry. */
  private next = 0
  private readonly set: RuleSet
  private readonly scope: Scope
  private readonly scores: ClauseScores
  private readonly result: RuleResult
  constructor(set: RuleSet, scope: Scope, scores: ClauseScores, result: RuleResult) {
    this.rules = set.rules
    this.set = set
    this.scope = scope
    this.scores = scores
    this.result = result
  }

  /** Returns true when the chain ends here. */
  run(program: RuleSetRun, { from, to }: Pick<RuleSegment, 'from' | 'to'>): boolean {
    const { set, scope, result } = this
    let decided = false
    this.next = from
    const selected = program(
      scope,
      (at, clause, outcome) => {
        const rule = this.rules[at]
        const ran = rule?.compiled.clauses[clause]
        decided = rule !== undefined && ran !== undefined && applyClause(rule, ran, outcome, scope, result, 'effects')
        return decided
      },
      set.firstMatch,
      this,
    )
    if (decided || (set.firstMatch && selected > 0)) return true
    this.passed(to)
    return false
  }

  selected(at: number): void {
    this.passed(at)
    const rule = this.rules[at]
    if (rule === undefined) return
    recordSelectedRule(rule, this.result)
    this.next = at + 1
  }

  test(at: number, condition: (scope: Scope) => boolean): boolean {
    const rule = this.rules[at]
    if (rule === undefined) return false
    hideScores(this.scope)
    const before = this.scope.errors.length
    return recordErrors(rule, this.scope, before, condition(this.scope), this.result.explanation.runtimeErrors)
  }

  clause(at: number, clause: number): void {
    const ran = this.rules[at]?.compiled.clauses[clause]
    if (ran !== undefined) showScores(ran, this.scope, this.scores)
  }

  /** Records the rules up to this one as evaluated and not selected. */
  private passed(end: number): void {
    const { rules } = this.result.explanation
    for (; this.next < end; this.next++) {
      const rule = this.rules[this.next]
      if (rule !== undefined) rules.push(sharedEntriesOf(rule).passed)
    }
  }
}

/** Hides the scores: conditions have none, whatever section ran before. */
export function hideScores(scope: Scope): void {
  scope.riskScore = undefined
  scope.botScore = undefined
}

/** Shows the scores of a clause: before its section a score is a missing attribute. */
export function showScores(clause: Pick<CompiledClause, 'section'>, scope: Scope, scores: ClauseScores): void {
  scope.riskScore = clause.section === 'postRisk' ? scores.risk : undefined
  scope.botScore = clause.section === 'prior' ? undefined : scores.bot
}
