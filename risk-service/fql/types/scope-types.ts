import type { CallRecord, ResourceReaders } from './resource-readers.ts'
import type { DecisionKind } from './rule-source.ts'

/*
 * One event's evaluation: what is handed in, and its state.
 */

export interface RuntimeError {
  code: `FQL${number}`
  message: string
  from: number
  line: number
  column: number
}

/** What one event brings to an evaluation; `createScope` turns it into a scope. */
export interface ScopeInit extends ResourceReaders {
  /** Parsed JSON. */
  event: unknown
  now: Date
  riskScore?: number
  botScore?: number
  /** Global variables by lower-cased name; kept and changed across the rules of one assessment. */
  variables?: Map<string, unknown>
  correlationId?: string
  /** Decision of the current assessment (post-decision actions). */
  decision?: DecisionKind
  /** Random number in [0, 1). */
  random?: () => number
}

/** State of one event's evaluation: one per event, shared by all its rules. Make it with `createScope`. */
export interface Scope {
  readonly event: unknown
  readonly now: Date
  /** Set by the engine when the model of a section has run. */
  riskScore: number | undefined
  botScore: number | undefined
  readonly variables: Map<string, unknown>
  /** Lists and everything else that is read through a reader. */
  readonly readers: ResourceReaders
  readonly correlationId: string
  readonly decision: DecisionKind | undefined
  readonly random: () => number
  /** Runtime errors of conditions (a clause reports its own in its outcome). */
  readonly errors: RuntimeError[]
  /**
   * Failures that had a default to go on with (velocities, external calls, function properties), beside those in
   * `errors`.
   */
  readonly recovered: RecoveredError[]
  /** External calls and assessments made, in order. */
  readonly calls: CallRecord[]
  /** Models that ran (`risk`, `bot`), in order. */
  readonly models: ('risk' | 'bot')[]
  /** Evaluation steps used so far. */
  steps: number
  /** Internal: steps at which the clock is looked at next, and when the evaluation began. */
  nextCheck: number
  started: number
  /**
   * Set while a result is waited for: `run` or `condition` is to be called again when it settles (`runClause` does).
   */
  waiting: Promise<unknown> | undefined
  /** Internal: where the waiting part goes on. */
  resume: { part: unknown; at: number; state: unknown } | undefined
  /** Internal: results of this event by what was asked. */
  results: Map<string, unknown> | undefined
  /** Internal: attribute reads remembered for the rule set that owns them. */
  memoOwner: unknown
  memo: unknown
  /** Internal: LET values of the rule that is running. */
  frameOwner: unknown
  frame: unknown[]
}

/** `resource` names the velocity, call or function. */
export interface RecoveredError {
  code: `FQL${number}`
  message: string
  resource: string
}
