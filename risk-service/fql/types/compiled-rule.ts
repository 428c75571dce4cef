import type { ClauseOutcome, ConditionTrace } from './outcome-types.ts'
import type { VelocityInfo, VelocityRead } from './resource-readers.ts'
import type { Section } from './rule-source.ts'
import type { Scope } from './scope-types.ts'

/*
 * What the compiler gives: rules and rule sets that run over a scope.
 */

export interface CompiledClause {
  /** Uses something that may be waited for; only then `run` can leave `scope.waiting`. Use `runClause`. */
  readonly waits: boolean
  readonly name: string
  readonly section: Section
  run: (scope: Scope) => ClauseOutcome
  /** Explains the WHEN of the clause's RETURN (else of its last statement with a WHEN); empty when there is none. */
  explain: (scope: Scope) => ConditionTrace[]
}
export interface CompiledRule {
  /** The condition uses something that may be waited for. Use `testCondition`. */
  readonly conditionWaits: boolean
  /** True when the rule is selected. A runtime error means false and is added to `scope.errors`. */
  condition: (scope: Scope) => boolean
  explainCondition: (scope: Scope) => ConditionTrace[]
  readonly clauses: readonly CompiledClause[]
  /** Clause numbers in run order. */
  readonly order: readonly number[]
  /** Velocities that it, or a rule that was compiled with it, reads over seconds or minutes. */
  readonly fineVelocities: readonly VelocityInfo[]
  /** What it, or a rule that was compiled with it, reads. */
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
 * Runs all rules of a set over one event in order and tells of every clause that did something (effects or errors);
 * true from `visit` ends the run. Gives the number of rules whose condition held; `first`: ends after the first of
 * them. For sets without parts that wait; `@"riskScore"` and `@"botScore"` read as the scope has them.
 */
export type RuleSetRun = (
  scope: Scope,
  visit: (rule: number, clause: number, outcome: ClauseOutcome) => boolean,
  first?: boolean,
  watch?: RuleSetObserver,
) => number
/**
 * Who runs a set may follow it: what a rule sees can then change from part to part, and errors are known by their rule.
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
  /** All its rules in order, as far as possible in programs. */
  readonly segments: readonly RuleSegment[]
  /**
   * The velocities that its rules may read under keys that are attributes of the event, so that they can be fetched
   * together.
   */
  readonly prefetchableReads: (scope: Scope) => VelocityRead[]
}
/** `code` generates JavaScript (fast); `closures` needs no code generation (pages under a strict policy). */
export interface CompileOptions {
  mode: 'code' | 'closures'
}
