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

/** Scores that rules asked for while they ran; null when none did. */
export interface RequestedScores {
  risk: ModelScore | null
  bot: ModelScore | null /** Of the risk score. */
  contributions: Scored['contributions']
}
export interface ModelScore {
  scoreValue: number
  reason: string
}

/** What a kind of assessment makes of an event before its rules run. */
export interface AssessedEvent {
  facts: EnrichedPurchase
  scored: Scored
  /** What clauses read, each from its section on; empty where there are models instead. */
  scores: ClauseScores
  /** The event with what rules can read beside it. */
  ruleInput: Json
  /** Of the answer and of the store. */
  deviceAttributes: Record<string, string>
  /** Where rules call the models themselves, and what those said. */
  models?: ModelReader
  requestedScores?: RequestedScores
}

export interface AssessmentContext {
  at: Date
  countryOf: CountryOf
  /** What ships with the product when absent. */
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
  /** Id of the service for this assessment. */
  eventId: string
  environmentPath: string
  clock: () => Date
  diagnostics: boolean
}

/** One way of assessing: reading, scoring and answering its events. Deciding and storing is the same for all. */
export interface AssessmentType extends EventReader {
  /** In messages. */
  name: string
  generation: AssessmentGeneration
  /** `none`: nothing runs and the decision is Approve. `needed`: refused while there is no active rule. */
  rules: 'none' | 'optional' | 'needed'
  /** The merchant's id of a valid event; null has one made. */
  idOf: (event: Json) => string | null
  /** What the id of the path may be, by name; absent where the path has none. */
  pathIds?: (event: Json) => Record<string, unknown>
  /** The event in the words of a purchase: one enrichment, one scorecard and one page for all. */
  view: (event: Json) => Json
  /** Fingerprinted session that the event names. */
  sessionOf: (event: Json) => unknown
  /** The merchant's own date of the event. */
  merchantTimeOf: (event: Json) => unknown
  assess: (event: Json, context: AssessmentContext) => AssessedEvent
  answer: (input: AnswerInput) => string
}
