/** What goes into the engine with an event and what comes back. */

/** Each has its own path of the API: the product's assessments, those of the wizard, those of the older generation. */
export type AssessmentGeneration = 'builtIn' | 'wizard' | 'legacyCustom'

export interface EngineInput {
  environmentId: string
  /** Parsed JSON object as it came. */
  body: Record<string, unknown>
  correlationId: string | null
  receivedAt: Date
}

export interface DecideInput extends EngineInput {
  /**
   * `purchase`, `accountcreation`, `accountlogin`, `signup`, `signin`, or the API name of an assessment of the tenant's
   * own.
   */
  eventType: string
  /** Each generation of a tenant's own assessments has its path, and the product's have theirs; any when absent. */
  generation?: AssessmentGeneration | undefined
  /** Id in the path of the call, where it has one: the body has to name the same. */
  pathId?: string | undefined
  /** Runs this branch in place of production: nothing is stored, counted or replayed. */
  branch?: string | undefined
  /**
   * History is being imported (request header `x-assay-backfill: true`): the transaction date is then the merchant's
   * own date of the order, when that lies within the last 13 months and not in the future; else, and always without the
   * header, the time of the assessment.
   */
  backfill: boolean
  diagnostics: boolean
  /** How many assessments called one another up to this one. */
  depth?: number
  /** When the calls of the one that called this one have to have answered, on the clock of `performance.now()`. */
  until?: number | undefined
  /** Nothing is stored, counted or replayed. */
  skipRecording?: boolean
}

export type Experience = 'Evaluate' | 'Protect'

/**
 * `noBranch`, `noAssessment`: there is none of this name. `messages`: the first is the answer's, the rest are further
 * faults. `conflict`: a repeated id in an environment that refuses them.
 */
export type DecideResult =
  | { kind: 'answer'; answer: string; replayed: boolean; experience: Experience }
  | { kind: 'invalid'; messages: string[] }
  | { kind: 'conflict'; message: string }
  | { kind: 'noBranch' }
  | { kind: 'noAssessment' }

export interface LabelInput extends EngineInput {
  /** Which of the families of labels; the purchase side's when absent. */
  family?: 'purchase' | 'account'
  pathId?: string | undefined
}

/** Events that take data in and answer success or failure. The names are what the store calls them. */
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
 * `assessment` and `observation`: of the tenant's own assessments, as they are written in the path; `observation` null
 * is a label.
 */
export type DataEventInput = EngineInput & {
  pathId?: string | undefined
  /** How many assessments called one another up to this one. */
  depth?: number
} & ({ event: DataEventName } | { assessment: string; observation: string | null })

/** `event` as it was read, `id` its own. `unknown`: there is no such assessment or observation. */
export type IngestResult =
  | { kind: 'accepted'; event: Record<string, unknown>; id: string }
  | { kind: 'invalid'; messages: string[] }
  | { kind: 'unknown' }
