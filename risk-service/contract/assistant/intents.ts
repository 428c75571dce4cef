/* Plain values of the assistant, apart from its schemas, so that a page can read them without the validator. */

/** What a person can want from the assistant. `unknown` is answered with the search of the help. */
export const intents = [
  'help',
  'explain-transaction',
  'linked-transactions',
  'explain-rule',
  'unused-rules',
  'overlapping-rules',
  'draft-filter',
  'draft-clause',
  'draft-velocity',
  'draft-function',
  'figure',
  'trend',
  'compare-periods',
  'cutoff',
  'summarise-case',
  'summarise-notes',
  'summarise-log',
  'overview-environments',
  'overview-queues',
  'overview-velocities',
  'overview-lists',
  'overview-rules',
  'write',
  'refuse-judgement',
  'refuse-legal',
  'refuse-evasion',
  'refuse-tenant',
  'refuse-secret',
  'bulk',
  'unknown',
] as const
export type Intent = (typeof intents)[number]

/** Intents that are answered with a refusal (42 §13, rule 6). */
export const refusals = [
  'refuse-judgement',
  'refuse-legal',
  'refuse-evasion',
  'refuse-tenant',
  'refuse-secret',
] as const satisfies readonly Intent[]

/** Languages in which questions are recognised: those of `locales/`. */
export const assistantLocales = [
  'en-US',
  'ar-AE',
  'da-DK',
  'de-DE',
  'es-ES',
  'fr-FR',
  'it-IT',
  'nl-NL',
  'pt-BR',
] as const
export type AssistantLocale = (typeof assistantLocales)[number]

/** Figures that a question can name. The first group are those of the summary of the reports. */
export type Metric =
  | 'transactionVolume'
  | 'ruleApprovedRate'
  | 'manualReviewRate'
  | 'ruleRejectedRate'
  | 'ruleChallengedRate'
  | 'fraudVolume'
  | 'nonFraudVolume'
  | 'fraudRate'
  | 'sentToBankVolume'
  | 'bankAcceptanceRate'
  | 'settledVolume'
  | 'fraudChargebackVolume'
  | 'fraudChargebackRate'
  | 'falsePositiveRate'
  | 'detectionRate'
  | 'openCases'
  | 'decidedCases'
  | 'reviewTime'
  | 'averageScore'
  | 'usage'
  | 'apiErrors'
  | 'latency'

/** Characters of a question. */
export const questionLimit = 2000
