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
