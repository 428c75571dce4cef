import type { CallRecord, ResourceReaders } from './resource-readers.ts'
import type { DecisionKind } from './rule-source.ts'

/* One event's evaluation: its input, and its state. */

export interface RuntimeError {
  code: `FQL${number}`
  message: string
  from: number
  line: number
  column: number
}

/** The input of one event's evaluation; `createScope` turns it into a scope. */
export interface ScopeInit extends ResourceReaders {
  /** Parsed JSON. */
  event: unknown
  now: Date
  riskScore?: number
  botScore?: number
  /** Global variables by lower-cased name; retained and changed across the rules of one assessment. */
  variables?: Map<string, unknown>
  correlationId?: string
  /** Decision of the current assessment (post-decision actions). */
  decision?: DecisionKind
  /** Random number in [0, 1). */
  random?: () => number
}

/** State of one event's evaluation: one per event, shared by all its rules. Create it with `createScope`. */
export interface Scope {
  readonly event: unknown
  readonly now: Date
  /** Set by the engine when the model of a section has run. */
  riskScore: number | undefined
  botScore: number | undefined
  readonly variables: Map<string, unknown>
  /** The readers of lists and all other resources. */
  readonly readers: ResourceReaders
  readonly correlationId: string
  readonly decision: DecisionKind | undefined
  readonly random: () => number
  /** Runtime errors of conditions (a clause reports its own in its outcome). */
  readonly errors: RuntimeError[]
  /**
   * Failures that were replaced by a default (velocities, external calls, function properties), beside those in
   * `errors`.
   */
  readonly recovered: RecoveredError[]
  /** External calls and assessments made, in order. */
  readonly calls: CallRecord[]
  /** Models that ran (`risk`, `bot`), in order. */
  readonly models: ('risk' | 'bot')[]
  /** Set by the engine where a part may make calls: names of the rule and the clause that run. */
  rule: string
  clause: string
  /** Evaluation steps used so far. */
  steps: number
  /** Internal: number of steps at the next check of the clock, and the start of the evaluation. */
  nextCheck: number
  started: number
  /** Set while waiting for a result: `run` or `condition` is to be called again when it settles (`runClause` does). */
  waiting: Promise<unknown> | undefined
  /** Internal: position where the waiting part continues. */
  resume: { part: unknown; at: number; state: unknown } | undefined
  /** Internal: results of this event by query. */
  results: Map<string, unknown> | undefined
  /** Internal: attribute reads stored for the rule set that owns them. */
  memoOwner: unknown
  memo: unknown
  /** Internal: LET values of the running rule. */
  frameOwner: unknown
  frame: unknown[]
}

/** `resource` names the velocity, call or function. */
export interface RecoveredError {
  code: `FQL${number}`
  message: string
  resource: string
}
