/**
 * Public shapes of the Fraud Query Language: what callers hand in (attributes, lists, one event's scope)
 * and what they get back (diagnostics, outcomes, traces). Resources are in `resources.ts`.
 */
import type {
  CallRecord,
  ExternalAssessmentInfo,
  ExternalCallInfo,
  FunctionScopes,
  ListInfo,
  ResourceReaders,
  SupportListInfo,
  VelocityInfo,
  VelocityRead,
} from './resource-readers.ts'

export type DecisionKind = 'Approve' | 'Review' | 'Challenge' | 'Reject'
/** Clause sections in run order (legacy assessments; others use `prior` only). */
export type Section = 'prior' | 'postBot' | 'postRisk'
/** What kind of rule a part belongs to; decides which statements and functions are allowed. */
export type RuleKind = 'decision' | 'postDecision' | 'routing' | 'velocity' | 'function' | 'action'
export type PartContext = 'condition' | 'clause'

export interface AttributeInfo {
  path: string
  type: 'string' | 'number' | 'boolean' | 'date-time' | 'object' | 'array'
  description?: string
  /** Declared value list; comparison with a text then ignores case. */
  values?: readonly string[]
}

/** Names a rule may refer to. Keys of all maps are lower-cased. */
export interface CheckEnvironment {
  /** By lower-cased path with array indexes removed. An empty map switches the "not in the sample" warning off. */
  attributes: ReadonlyMap<string, AttributeInfo>
  /** More attributes with a declared value list, by lower-cased path; they need not be in the sample. */
  valueLists?: ReadonlySet<string>
  lists?: {
    custom: ReadonlyMap<string, ListInfo>
    support: ReadonlyMap<string, SupportListInfo>
  }
  velocities?: ReadonlyMap<string, VelocityInfo>
  externalCalls?: ReadonlyMap<string, ExternalCallInfo>
  externalAssessments?: ReadonlyMap<string, ExternalAssessmentInfo>
  functions?: FunctionScopes
  /** Case queues (routing rules); any when absent. */
  queues?: ReadonlySet<string>
  /** Events a velocity may be made of (`assessment` or `assessment:observation`, lower-cased); any when absent. */
  events?: ReadonlySet<string>
  /** Sample payload: GROUPBY must not go through one of its arrays. */
  sample?: unknown
  /** Template of a wizard assessment; `Custom` and `DeviceFingerprinting` have no risk model. */
  template?: string
  /** Default `decision`. */
  kind?: RuleKind
  /** Legacy assessments have scores read by `@"riskScore"` and `@"botScore"` according to the section. */
  legacyScores?: 'risk' | 'riskAndBot'
}

export interface ClauseSource {
  name: string
  section: Section
  text: string
}
export interface RuleSource {
  condition: string
  clauses: readonly ClauseSource[]
}

export interface Diagnostic {
  code: `FQL${number}`
  severity: 'error' | 'warning'
  /** English text made of the message template and `params`. */
  message: string
  params: Record<string, string | number>
  /** UTF-16 offsets in the part's own text. */
  from: number
  to: number
  /** 1-based. */
  line: number
  column: number
}
export interface PartDiagnostic {
  part: 'condition' | number
  diagnostic: Diagnostic
}

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
  /** Merged pairs of Output/Other; values are JSON (dates as text). */
  outputs: Record<string, unknown>
  traces: Record<string, unknown>[]
  /** Variables set by this clause; already applied to `scope.variables`. */
  variables: Record<string, unknown>
  /** Pairs of SetResponse (post-decision actions). */
  response: Record<string, unknown>
  errors: RuntimeError[]
  /** What an event adds to a velocity (SELECT): text of its group, and the value counted or added. */
  contribution?: { group: string; value: string | number | null }
  /** Labels to send for the event (custom actions). */
  labels?: { eventId: string; label: 'Fraud' | 'NonFraud' | 'None'; reason: string }[]
}

/** What was read of a resource; an attribute, score or variable when absent. */
export type ReadKind = 'velocity' | 'list' | 'call' | 'model'
export interface ReadValue {
  text: string
  value: unknown
  kind?: ReadKind
}
/** One operand of a WHEN's top-level AND. `result` is null when it could not be evaluated (`error` says why). */
export interface ConditionTrace {
  text: string
  from: number
  to: number
  result: boolean | null
  values: readonly ReadValue[]
  error?: RuntimeError
}

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

export interface Completion {
  label: string
  kind: 'keyword' | 'function' | 'namespace' | 'property' | 'method' | 'variable' | 'attribute' | 'value' | 'list'
  /** Signature or type. */
  detail: string
  description?: string
  /** Names the sentence of a function's description, for its text in another language (`functionDescriptions`). */
  descriptionKey?: string
  /** Replaces the text from `from` to the asked offset. */
  apply: string
  from: number
}

/** Thrown by the compiler when the rule has errors. */
export class FqlError extends Error {
  readonly diagnostics: readonly PartDiagnostic[]
  constructor(problems: readonly PartDiagnostic[]) {
    const first = problems[0]
    super(
      first === undefined
        ? 'The rule has errors.'
        : `${first.part === 'condition' ? 'condition' : `clause ${first.part + 1}`}, line ${first.diagnostic.line}, column ${first.diagnostic.column}: ${first.diagnostic.code} ${first.diagnostic.message}`,
    )
    this.name = 'FqlError'
    this.diagnostics = problems
  }
}
