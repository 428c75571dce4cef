/** The audit log and the acceptances of the FCRA text. */
import type { Json, Time, TimeDefault } from './column-types.ts'

export interface AuditLogTable {
  id: string
  tenant_id: string
  environment_id: string | null
  at: TimeDefault
  actor_id: string
  actor_name: string
  actor_roles: string[]
  resource_type: string
  resource_id: string
  resource_name: string
  operation: string
  before: Json<unknown> | null
  after: Json<unknown> | null
  correlation_id: string | null
}
export interface FcraAcceptanceTable {
  id: string
  tenant_id: string
  user_id: string
  text_version: string
  at: Time
}
