import type { DeviceReader, ModelReader } from '../../fql/index.ts'
import type { DeviceSession } from '../enrich/device-sessions.ts'
import type { CountryOf, EnrichedPurchase } from '../enrich/enrich-purchase.ts'
import type { FactProviders } from '../enrich/index.ts'
import type { EventReader } from '../ingest/event-schemas.ts'
import type { Json } from '../lib/json.ts'
import type { ClauseScores, RuleResult } from '../rules/rule-result.ts'
import type { BotScorer, RiskScorer } from '../score/model-registry.ts'
import type { Scored } from '../score/score-purchase.ts'
import type { AssessmentGeneration } from '../types/inputs-and-results.ts'

/** Scores that rules requested while they ran; null without a request. */
export interface RequestedScores {
  risk: ModelScore | null
  bot: ModelScore | null /** Score of the risk model. */
  contributions: Scored['contributions']
}
export interface ModelScore {
  scoreValue: number
  reason: string
}

/** The result of assessing an event, before its rules run. */
export interface AssessedEvent {
  facts: EnrichedPurchase
  scored: Scored
  /** Scores that clauses can read, each from its section on; empty where rules call models instead. */
  scores: ClauseScores
  /** The event with the additional values that rules can read. */
  ruleInput: Json
  /** For the answer and for the store. */
  deviceAttributes: Record<string, string>
  /** Set where rules call the models themselves, with the scores that the models returned. */
  models?: ModelReader
  requestedScores?: RequestedScores
}

export interface AssessmentContext {
  at: Date
  countryOf: CountryOf
  /** The shipped providers when absent. */
  providers?: FactProviders | undefined
  session: DeviceSession | null
  devices: DeviceReader
  /** The shipped models when absent. */
  risk?: RiskScorer | undefined
  bot?: BotScorer | undefined
}

export interface AnswerInput {
  event: Json
  externalId: string
  assessed: AssessedEvent
  run: RuleResult
  correlationId: string | null
  /** Id that the service assigned to this event. */
  eventId: string
  environmentPath: string
  clock: () => Date
  diagnostics: boolean
  /** Nothing is shared about it with the bank of its card, to compare with. */
  heldOut: boolean
}

/** How one kind of assessment reads, scores and answers its events. Deciding and storing is the same for all. */
export interface AssessmentType extends EventReader {
  /** Name in messages. */
  name: string
  generation: AssessmentGeneration
  /** `none`: no rule runs and the decision is Approve. `needed`: events are refused while no rule is active. */
  rules: 'none' | 'optional' | 'needed'
  /** An event with the decision Review becomes a case. */
  cases: boolean
  /** Version of the schema that the event was read with; absent for schemas of the product. */
  schemaVersion?: number
  /** Returns the merchant's id of a valid event; with null the service creates one. */
  idOf: (event: Json) => string | null
  /** The values of the event that the id in the path may equal, by name; absent where the path has no id. */
  pathIds?: (event: Json) => Record<string, unknown>
  /** Returns the purchase view of the event: one enrichment, one scorecard and one page for all assessments. */
  view: (event: Json) => Json
  /** Returns the id of the fingerprinted session that the event names. */
  sessionOf: (event: Json) => unknown
  /** Returns the merchant's own date of the event. */
  merchantTimeOf: (event: Json) => unknown
  assess: (event: Json, context: AssessmentContext) => AssessedEvent
  answer: (input: AnswerInput) => string
}
