import type { DecisionKind } from './rule-source.ts'
import type { RuntimeError } from './scope-types.ts'

/* The outcome of a clause, and the explanation of its conditions. */

export interface DecisionValue {
  kind: DecisionKind
  reason: string
  supportMessage: string | null
  challengeType: string | null
}

export interface ClauseOutcome {
  /** RETURN or ROUTETO took effect: the chain ends here. */
  fired: boolean
  decision?: DecisionValue
  queue?: string
  /** An OBSERVE or DO took effect. */
  observed: boolean
  /** An OBSERVE took effect, whether or not the clause decided as well. */
  observes?: true
  /** Merged pairs of Output/Other; values are JSON (dates as text). */
  outputs: Record<string, unknown>
  traces: Record<string, unknown>[]
  /** Variables set by this clause; already applied to `scope.variables`. */
  variables: Record<string, unknown>
  /** Pairs of SetResponse (post-decision actions). */
  response: Record<string, unknown>
  errors: RuntimeError[]
  /** Contribution of an event to a velocity (SELECT): text of its group, and the value that is counted or added. */
  contribution?: { group: string; value: string | number | null }
  /** Labels to send for the event (custom actions). */
  labels?: { eventId: string; label: 'Fraud' | 'NonFraud' | 'None'; reason: string }[]
}

/** The kind of a read resource; an attribute, score or variable when absent. */
export type ReadKind = 'velocity' | 'list' | 'call' | 'model'
export interface ReadValue {
  text: string
  value: unknown
  kind?: ReadKind
}
/**
 * One operand of a WHEN's top-level AND. `result` is null when it could not be evaluated (`error` contains the reason).
 */
export interface ConditionTrace {
  text: string
  from: number
  to: number
  result: boolean | null
  values: readonly ReadValue[]
  error?: RuntimeError
}
