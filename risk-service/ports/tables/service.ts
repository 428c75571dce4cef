/** Stored settings, telemetry, and changes under an idempotency key, of the service itself. */
import type { ColumnType, Generated } from 'kysely'
import type { Json, Time, TimeDefault } from './column-types.ts'

/** `scope`: `service` or an environment id. */
export interface SettingTable {
  scope: string
  key: string
  value: Json<unknown>
  updated_at: TimeDefault
}
export interface TelemetryTable {
  id: Generated<number>
  at: TimeDefault
  kind: string
  name: string
  body: Json<unknown>
}
/** A change under the caller's idempotency key; `answer` null while it is in progress. */
export interface RepeatedCallTable {
  tenant_id: string
  user_id: string
  key: string
  procedure: string
  digest: string
  answer: ColumnType<unknown, string | null, string | null>
  started_at: Time
  expires_at: Time
}

/** Which process does work that only one may do at a time. */
export interface ServiceLeaseTable {
  name: string
  owner: string
  token: Generated<number>
  expires_at: Time
  finished_at: Time | null
}
/** What processes tell each other. `xid` is the transaction that wrote it; `origin` null: the database itself. */
export interface ServiceChangeTable {
  seq: Generated<number>
  xid: Generated<string>
  written_at: TimeDefault
  origin: string | null
  topic: string
  key: string | null
  payload: Json<unknown> | null
}
/** Up to which transaction changes may be gone, and up to which they will be next. One row. */
export interface ServiceChangeHorizonTable {
  one: Generated<boolean>
  trimmed: string
  reached: string
  reached_at: Time
}
/** A process of the service, which lives as long as it renews its row. */
export interface ServiceProcessTable {
  id: string
  host: string
  pid: number
  version: string
  key_digest: string
  started_at: TimeDefault
  heartbeat_at: TimeDefault
  stripe: number
  listeners: Generated<number>
}
/** Somebody who looks at an event, until the row's time is over. */
export interface EventViewerTable {
  environment_id: string
  event_type: string
  external_id: string
  person_id: string
  name: string
  since: Time
  until: Time
}
/** What one key used of a limit in a second. */
export interface LimitUseTable {
  key: string
  second: Time
  used: number
}
