import type { Explanation } from '../contract/common/entities.ts'

/** What an explanation says of a rule whatever the event: the same for every event that ran through the same chain. */
export type ChainRule = Pick<RuleEntry, 'ruleId' | 'rule' | 'environmentId' | 'version' | 'position'> & {
  /** The chain ends after this rule's environment, and after the first rule that is selected. */
  firstMatch?: true
  /** Names of its clauses in run order; chains of earlier versions do not have them. */
  clauses?: readonly string[]
}
type RuleEntry = Explanation['rules'][number]
/**
 * An explanation as it is stored. The chain's rules are stored once, under `chain`; an event only says which of its
 * first rules were selected and what their clauses did. Twenty rules take 20 bytes instead of 3,700.
 */
export interface CompactExplanation {
  contributions: Explanation['contributions']
  runtimeErrors: Explanation['runtimeErrors']
  chain: string
  /** One character per rule that was looked at, in run order: 1 selected, 0 not. */
  selected: string
  /** Clauses by the place of their rule; rules without any are left out. */
  clauses: Record<number, RuleEntry['clauses']>
  /** The queue of an event that was decided Review. */
  routing?: NonNullable<Explanation['routing']>
  calls?: NonNullable<Explanation['calls']>
  /** What resources told the rules. */
  reads?: RecordedInputs
}
/**
 * What rules were told by resources while an event was decided: velocities, hits of lists, models, calls. Kept with the
 * event under a short hash of what was asked, so that the rules can be run again exactly as they ran, whatever was
 * counted or listed since. Zeros and misses are left out: whatever was asked and is not here was that. A read takes
 * some 12 bytes.
 */
export type RecordedInputs = Readonly<Record<string, unknown>>
