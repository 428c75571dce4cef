/** Stored settings and telemetry of the service itself. */
import type { Generated } from 'kysely'
import type { Json, TimeDefault } from './column-types.ts'

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
