import type { ClauseOutcome, ConditionTrace } from './outcome-types.ts'
import type { VelocityInfo, VelocityRead } from './resource-readers.ts'
import type { Section } from './rule-source.ts'
import type { Scope } from './scope-types.ts'

/* The output of the compiler: rules and rule sets that run over a scope. */

export interface CompiledClause {
  /** Uses a value that may require waiting; only then `run` can leave `scope.waiting`. Use `runClause`. */
  readonly waits: boolean
  readonly name: string
  readonly section: Section
  run: (scope: Scope) => ClauseOutcome
  /** Explains the WHEN of the clause's RETURN (else of its last statement with a WHEN); empty when there is none. */
  explain: (scope: Scope) => ConditionTrace[]
}
export interface CompiledRule {
  /** The condition uses a value that may require waiting. Use `testCondition`. */
  readonly conditionWaits: boolean
  /** True when the rule is selected. A runtime error means false and is added to `scope.errors`. */
  condition: (scope: Scope) => boolean
  explainCondition: (scope: Scope) => ConditionTrace[]
  readonly clauses: readonly CompiledClause[]
  /** Clause numbers in run order. */
  readonly order: readonly number[]
  /** Velocities that the rule, or one that was compiled with it, reads over seconds or minutes. */
  readonly fineVelocities: readonly VelocityInfo[]
  /** Reads of the rule, or of one that was compiled with it. */
  readonly reads: RuleReads
}
/**
 * Attributes of the event (`whole`: the event itself too), and velocities with the longest window of each in
 * milliseconds.
 */
export interface RuleReads {
  readonly slots: readonly { readonly quoted: boolean; readonly steps: readonly (string | number)[] }[]
  readonly velocities: ReadonlyMap<VelocityInfo, number>
  readonly wholeEvent: boolean
}
/**
 * Runs all rules of a set over one event in order and calls `visit` for every clause with effects or errors; true from
 * `visit` ends the run. Returns the number of rules whose condition was true; `first`: ends after the first of them.
 * For sets without parts that wait; `@"riskScore"` and `@"botScore"` are read from the scope.
 */
export type RuleSetRun = (
  scope: Scope,
  visit: (rule: number, clause: number, outcome: ClauseOutcome) => boolean,
  first?: boolean,
  watch?: RuleSetObserver,
) => number
/**
 * Observes the run of a set: the values that a rule sees can then change from part to part, and errors are assigned to
 * their rule.
 */
export interface RuleSetObserver {
  /** A rule is selected; those between it and the one before are not. */
  selected: (rule: number) => void
  /** Tests a condition that may do more than compare attributes. */
  test: (rule: number, condition: CompiledRule['condition']) => boolean
  /** A clause of the selected rule is about to be run. */
  clause: (rule: number, clause: number) => void
}
/** Consecutive rules of a set: as one program, or null where a part may wait and they run one by one. */
export interface RuleSegment {
  readonly from: number
  readonly to: number
  readonly run: RuleSetRun | null
}
export interface CompiledRuleSet {
  readonly rules: readonly CompiledRule[]
  /** Null when a part may wait. */
  readonly run: RuleSetRun | null
  /** All its rules in order, in programs as far as possible. */
  readonly segments: readonly RuleSegment[]
  /**
   * Returns the velocities that its rules may read under keys that are attributes of the event, so that they can be
   * fetched together.
   */
  readonly prefetchableReads: (scope: Scope) => VelocityRead[]
}
/** `code` generates JavaScript (fast); `closures` needs no code generation (pages under a strict policy). */
export interface CompileOptions {
  mode: 'code' | 'closures'
}
