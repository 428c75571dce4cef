/** Decided events with their entities, keys and roll-ups, labels, and data events. */
import type { Generated } from 'kysely'
import type { Json, Time, TimeDefault } from './column-types.ts'

export interface EventTable {
  environment_id: string
  at: Time
  event_id: string
  event_type: string
  external_id: string
  merchant_at: Time | null
  assessment_type: string
  decision: string
  reason: string
  rule_id: string | null
  rule: string | null
  clause: string | null
  rule_environment_id: string | null
  risk_score: number
  /** Minor units of `currency`. */
  amount: number | null
  currency: string | null
  /** US cents. */
  amount_usd: number | null
  user_id: string | null
  user_name: string | null
  email: string | null
  phone: string | null
  ip: string | null
  ip_country: string | null
  device_id: string | null
  payment_type: string | null
  card_type: string | null
  bin: string | null
  last_four: string | null
  billing_country: string | null
  shipping_country: string | null
  shipping_city: string | null
  item_count: number | null
  /** Country of the device fingerprint, empty where there is none; null for events of releases that did not store it. */
  device_country: string | null
  /** Score of the bot model, where it ran. */
  bot_score: number | null
  label: 'Fraud' | 'NonFraud' | null
}
export interface EventBodyTable {
  environment_id: string
  at: Time
  event_id: string
  received_at: TimeDefault
  correlation_id: string | null
  latency_ms: number | null
  request: Json<Record<string, unknown>>
  enrichment: Json<Record<string, unknown>>
  explanation: Json<unknown>
}
/**
 * `entity_value` is the normalised value (lower case, trimmed); `display` is the sent text. Rows of the type `postalCode`
 * belong to no entity: they count the events at a place.
 */
export interface EventEntityTable {
  environment_id: string
  entity_type: string
  entity_value: string
  at: Time
  event_id: string
  event_type: string
  display: string
}
export interface EventKeyTable {
  environment_id: string
  event_type: string
  external_id: string
  at: Time
  event_id: string
  answer: string
}
export interface EventLabelTable {
  environment_id: string
  label_key: string
  object_type: string
  object_id: string
  is_fraud: boolean | null
  label_at: Time
  received_at: TimeDefault
  body: Json<Record<string, unknown>>
}
/** Roll-up per hour of the transaction date; `score_band` 1-5, `label` '' | Fraud | NonFraud. */
export interface EventHourTable {
  environment_id: string
  event_type: string
  hour: Time
  decision: string
  score_band: number
  label: Generated<string>
  events: number
  amount_usd: number
}
/** Counts of a closed hour for the monitors, by 15 or 60 minutes; `dimension` and `value`: what they are counted by. */
export interface MonitorCountTable {
  environment_id: string
  event_type: string
  step_minutes: number
  start: Time
  dimension: string
  value: string
  events: number
}
export interface RuleHourTable {
  environment_id: string
  event_type: string
  hour: Time
  rule_id: string
  clause: string
  rule: string
  decision: string
  events: number
}
/**
 * A status, bank event, chargeback, refund, account update or observation. `entity_id`: the id that its stages share;
 * `subject_type` and `subject_id`: the assessment (event type and merchant's id) or `user` that it refers to.
 */
export interface DataEventTable {
  environment_id: string
  at: Time
  data_id: string
  event_type: string
  event_key: string
  entity_id: string
  subject_type: string
  subject_id: string
  happened_at: Time
  received_at: Time
  correlation_id: string | null
  body: Json<Record<string, unknown>>
}
export interface DataEventKeyTable {
  environment_id: string
  event_type: string
  event_key: string
  at: Time
  data_id: string
}
/** Environments whose events before `reached` lack their postal codes in `event_entity`. */
export interface PostalCodeFillingTable {
  environment_id: string
  reached: Time
}
/** Who looked at an event: one row for each person. `views`: visits, which are at least a minute apart. */
export interface EventViewTable {
  environment_id: string
  event_id: string
  user_id: string
  user_name: string
  first_at: Time
  last_at: Time
  views: number
}
