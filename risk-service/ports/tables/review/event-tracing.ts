/** Subscriptions of events, and what is delivered to them. */
import type { ColumnType, Generated } from 'kysely'
import type { SinkSettings } from '../../../contract/event-tracing/sinks.ts'
import type { Time, TimeDefault } from '../column-types.ts'

type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

export interface EventSubscriptionTable {
  id: string
  environment_id: string
  name: string
  sink: string
  /** Of a webhook: its address. */
  url: string | null
  /** Of other sinks: their settings. */
  target: OptionalJson<SinkSettings>
  /** The key that signs, and what opens the sink, encrypted. */
  secret: string | null
  credential: Optional<string>
  previous_secret: Optional<string>
  previous_until: OptionalTime
  kinds: string[]
  batch: number
  active: boolean
  /** Everything up to this number is delivered, or is a dead letter. */
  reached: number
  attempts: Generated<number>
  next_at: OptionalTime
  failing_since: OptionalTime
  /** The attempts of what waits share it. */
  delivery_id: Optional<string>
  /** Number of events and digest of the body of what waits. */
  delivery_count: Optional<number>
  delivery_digest: Optional<string>
  failure: Optional<string>
  status: Optional<number>
  notified_at: OptionalTime
  stopped_at: OptionalTime
  delivered_at: OptionalTime
  delay_ms: Optional<number>
  /** Of files: how far the events that were stored before are copied; null: all are. */
  history: OptionalJson<HistoryState>
  /** Number of files that were written. */
  files: Generated<number>
  lease_owner: Optional<string>
  lease_until: OptionalTime
  version: number
  created_at: Time
  updated_at: Time
  updated_by: string
}
/** The last row that is copied; `rank` orders those of the same time and kind. */
export interface HistoryCursor {
  /** With microseconds. */
  at: string
  kind: string
  rank: string
}
/** Where copying the events is that were stored before a subscription. */
export interface HistoryState {
  /** The time of the subscription. */
  since: string
  /** Null: nothing is copied yet. */
  cursor: HistoryCursor | null
  /** Rows that are read, of all that were stored when copying began; null: they are not counted yet. */
  done: number
  total: number | null
}
/** A file that a subscription wrote, as its manifest lists it. */
export interface EventFileTable {
  environment_id: string
  subscription_id: string
  path: string
  /** UTC, as yyyy-MM-dd. */
  day: string
  events: number
  bytes: number
  sha256: string
  first_at: Time
  last_at: Time
  /** The manifest of the day has it. */
  listed: boolean
  created_at: Time
}
/** Environments whose events are traced. */
export interface TracedEnvironmentTable {
  environment_id: string
  /** Monitoring kinds that a subscription contains. */
  kinds: Generated<string[]>
  /** Kinds of rows of the outbox that become events of a subscription. */
  row_kinds: Generated<string[]>
}
/** An event of which nothing is stored elsewhere, for as long as it can be delivered. */
export interface MonitoringEventTable {
  id: string
  environment_id: string
  kind: string
  /** Of an external call: the assessment, or the type of the event. */
  event_type: string | null
  at: Time
  /** The event as JSON. */
  body: string
}
/** What happened, as references to where it is stored, one or several; written with it. */
export interface EventOutboxTable {
  id: Generated<number>
  environment_id: string
  kind: string
  at: Time
  /** The only reference; null: `refs` and `ats` have several. */
  ref: string | null
  ats: ColumnType<Date[] | null, string[] | null | undefined, string[] | null>
  refs: Optional<string[]>
  not_before: OptionalTime
  created_at: TimeDefault
}
/** What happened, in the order of delivery. */
export interface TracedEventTable {
  seq: Generated<number>
  environment_id: string
  kind: string
  at: Time
  ref: string
  created_at: Time
}
export interface EventDeadLetterTable {
  id: string
  environment_id: string
  subscription_id: string
  seq: number
  name: string
  event_id: string
  failure: string
  status: number | null
  attempts: Generated<number>
  created_at: Time
  redeliver_at: OptionalTime
}
export interface EventDeliveryHourTable {
  environment_id: string
  subscription_id: string
  hour: Time
  delivered: number
  failed: number
}
