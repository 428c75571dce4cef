/* Rules in the form of their authors, and the names of their parts. */

export type DecisionKind = 'Approve' | 'Review' | 'Challenge' | 'Reject'
/** Clause sections in run order (legacy assessments; others use `prior` only). */
export type Section = 'prior' | 'postBot' | 'postRisk'
/** The kind of rule to which a part belongs; determines the allowed statements and functions. */
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
