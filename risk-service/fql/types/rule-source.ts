/*
 * Rules as their authors write them, and the words for their parts.
 */

export type DecisionKind = 'Approve' | 'Review' | 'Challenge' | 'Reject'
/** Clause sections in run order (legacy assessments; others use `prior` only). */
export type Section = 'prior' | 'postBot' | 'postRisk'
/** What kind of rule a part belongs to; decides which statements and functions are allowed. */
export type RuleKind = 'decision' | 'postDecision' | 'routing' | 'velocity' | 'function' | 'action'
export type PartContext = 'condition' | 'clause'

export interface ClauseSource {
  name: string
  section: Section
  text: string
}
export interface RuleSource {
  condition: string
  clauses: readonly ClauseSource[]
}
