/** Inputs and results of the engine for an event. */

/** Each has its own path of the API: the built-in assessments, those of the wizard, those of the older generation. */
export type AssessmentGeneration = 'builtIn' | 'wizard' | 'legacyCustom'

export interface EngineInput {
  environmentId: string
  /** Parsed JSON object as it was sent. */
  body: Record<string, unknown>
  correlationId: string | null
  receivedAt: Date
  /** The API client that sent the event; unknown when absent. */
  clientId?: string | undefined
  /** Size of the body as the caller declared it; unknown when absent. */
  bytes?: number | undefined
}

export interface DecideInput extends EngineInput {
  /** `purchase`, `accountcreation`, `accountlogin`, `signup`, `signin`, or the API name of a tenant assessment. */
  eventType: string
  /** Each generation of tenant assessments has its path, and the built-in ones have theirs; any when absent. */
  generation?: AssessmentGeneration | undefined
  /** Id in the path of the request, if it has one: the body has to name the same. */
  pathId?: string | undefined
  /** Runs this branch in place of production: nothing is stored, counted or replayed. */
  branch?: string | undefined
  /**
   * A request that imports history (request header `x-assay-backfill: true`): the transaction date is then the
   * merchant's own date of the order, when that lies within the last 13 months and not in the future; else, and always
   * without the header, the time of the assessment.
   */
  backfill: boolean
  diagnostics: boolean
  /** Depth of assessments that called one another up to this one. */
  depth?: number
  /** Deadline for the calls of the calling assessment, on the clock of `performance.now()`. */
  until?: number | undefined
  /** Nothing is stored, counted or replayed. */
  skipRecording?: boolean
}

export type Experience = 'Evaluate' | 'Protect'

/** Which field of a body was refused, and by which rule of the schema. Without anything that the sender chose. */
export interface FieldFault {
  /** Path in the schema: `[]` for the elements of a list, `*` for names that the schema does not have. */
  field: string
  /** Keyword of JSON Schema, or `size` for limits of the service. */
  rule: string
}

/**
 * `noBranch`, `noAssessment`: none of this name exists. `messages`: the first is the answer's, the rest are further
 * faults; `fault`: the field that the first one names; `logged`: the messages without names that the sender chose.
 * `conflict`: a repeated id in an environment that refuses them.
 */
export type DecideResult =
  | { kind: 'answer'; answer: string; replayed: boolean; experience: Experience }
  | { kind: 'invalid'; messages: string[]; fault?: FieldFault; logged?: string[] }
  | { kind: 'conflict'; message: string }
  | { kind: 'noBranch' }
  | { kind: 'noAssessment' }

export interface LabelInput extends EngineInput {
  /** The family of labels; the purchase side's when absent. */
  family?: 'purchase' | 'account'
  pathId?: string | undefined
}

/** Data events, which are answered with success or failure. The names are those of the store. */
export type DataEventName =
  | 'purchasestatus'
  | 'bankevent'
  | 'chargeback'
  | 'refund'
  | 'updateaccount'
  | 'signupstatus'
  | 'accountcreationstatus'
  | 'accountloginstatus'
  | 'accountupdate'

/**
 * `assessment` and `observation`: of tenant assessments, in the spelling of the path; `observation` null is a label.
 */
export type DataEventInput = EngineInput & {
  pathId?: string | undefined
  /** Depth of assessments that called one another up to this one. */
  depth?: number
} & ({ event: DataEventName } | { assessment: string; observation: string | null })

/** `event` in its normalised form, `id` its own. `unknown`: no such assessment or observation exists. */
export type IngestResult =
  | { kind: 'accepted'; event: Record<string, unknown>; id: string }
  | { kind: 'invalid'; messages: string[]; fault?: FieldFault; logged?: string[] }
  | { kind: 'unknown' }
