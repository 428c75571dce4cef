import type { DeviceReader, ModelReader } from '../../fql/index.ts'
import type { DeviceSession } from '../devices.ts'
import type { CountryOf, EnrichedPurchase } from '../enrich.ts'
import type { FactProviders } from '../enrichment/index.ts'
import type { EventReader } from '../event-schemas.ts'
import type { Json } from '../json.ts'
import type { RuleResult, Scores } from '../rule-result.ts'
import type { Scored } from '../score.ts'
import type { BotScorer, RiskScorer } from '../scoring/models.ts'

/** Scores that rules asked for while they ran; null when none did. */
export interface AskedScores {
  risk: ModelScore | null
  bot: ModelScore | null /** Of the risk score. */
  contributions: Scored['contributions']
}
export interface ModelScore {
  scoreValue: number
  reason: string
}

/** What a kind of assessment makes of an event before its rules run. */
export interface Assessed {
  facts: EnrichedPurchase
  scored: Scored
  /** What clauses read, each from its section on; empty where there are models instead. */
  scores: Scores
  /** The event with what rules can read beside it. */
  seen: Json
  /** Of the answer and of the store. */
  deviceAttributes: Record<string, string>
  /** Where rules call the models themselves, and what those said. */
  models?: ModelReader
  asked?: AskedScores
}

export interface Surroundings {
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

export interface AnswerParts {
  event: Json
  externalId: string
  assessed: Assessed
  run: RuleResult
  correlationId: string | null
  /** Id of the service for this assessment. */
  eventId: string
  environmentPath: string
  clock: () => Date
  diagnostics: boolean
}

export type Generation = 'builtIn' | 'wizard' | 'legacyCustom'

/** One way of assessing: reading, scoring and answering its events. Deciding and storing is the same for all. */
export interface AssessmentKind extends EventReader {
  /** In messages. */
  name: string
  generation: Generation
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
  assess: (event: Json, around: Surroundings) => Assessed
  answer: (parts: AnswerParts) => string
}
