import type { Explanation } from '../contract/common/entities.ts'

/** The part of an explanation about a rule that is the same for every event that ran through the same chain. */
export type ChainRule = Pick<RuleEntry, 'ruleId' | 'rule' | 'environmentId' | 'version' | 'position'> & {
  /** The chain ends after this rule's environment, and after the first selected rule. */
  firstMatch?: true
  /** Names of its clauses in run order; absent in chains of earlier versions. */
  clauses?: readonly string[]
}
type RuleEntry = Explanation['rules'][number]
/**
 * An explanation as it is stored. The chain's rules are stored once, under `chain`; an event stores only which of its
 * first rules were selected and the results of their clauses. Twenty rules take 20 bytes instead of 3,700.
 */
export interface CompactExplanation {
  contributions: Explanation['contributions']
  runtimeErrors: Explanation['runtimeErrors']
  chain: string
  /** One character per evaluated rule, in run order: 1 selected, 0 not. */
  selected: string
  /** Clauses by the position of their rule; rules without any are left out. */
  clauses: Record<number, RuleEntry['clauses']>
  snoozed?: NonNullable<Explanation['snoozed']>
  /** The queue of an event with the decision Review. */
  routing?: NonNullable<Explanation['routing']>
  calls?: NonNullable<Explanation['calls']>
  /** What Trace() named, for event tracing. */
  traces?: readonly RuleTrace[]
  /** The recorded inputs of the rules. */
  reads?: RecordedInputs
  timings?: DecisionTimings
}
/** How long the phases of a decision took; absent in events of earlier releases. */
export interface DecisionTimings {
  /** Size of the body as the caller declared it. */
  bytes?: number
  /** Milliseconds of validating, gathering, scoring, and running the rules, in this order. */
  phases: readonly number[]
}
/** Attributes that a rule traced. */
export interface RuleTrace {
  rule: string
  attributes: Readonly<Record<string, unknown>>
}
/**
 * Values that rules read from resources while an event was decided: velocities, hits of lists, models, calls. Stored
 * with the event under a short hash of the query, so that the rules can run again exactly as they ran, whatever was
 * counted or listed since. Zeros and misses are left out: a missing query had that result. A read takes about 12 bytes.
 */
export type RecordedInputs = Readonly<Record<string, unknown>>
