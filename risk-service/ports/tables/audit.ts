/** The audit log and the acceptances of the FCRA text. */
import type { Generated } from 'kysely'
import type { Json, Time, TimeDefault } from './column-types.ts'

export interface AuditLogTable {
  id: string
  tenant_id: string
  environment_id: string | null
  /** Name of the environment at that time. */
  environment_name: string | null
  /** API name of the assessment that it is about, and its name at that time. */
  assessment_id: string | null
  assessment_name: string | null
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
  /** When its content was erased; null: it is there. */
  erased_at: Time | null
}
/** Entries of the log that are not in the chain yet. */
export interface AuditUnlinkedTable {
  id: Generated<string>
  entry_id: string
}
/** The chain of the log: one link for each entry, also for those that are gone. Hashes are SHA-256. */
export interface AuditLinkTable {
  tenant_id: string
  seq: number
  entry_id: string
  /** Null: the content was erased. */
  salt: Uint8Array | null
  content_hash: Uint8Array
  entry_hash: Uint8Array
  hash: Uint8Array
  linked_at: Time
}
/** The signed state of the log at the end of each day. */
export interface AuditHeadTable {
  tenant_id: string
  day: string
  seq: number
  hash: Uint8Array
  signature: string
  public_key: Json<unknown>
}
export interface FcraAcceptanceTable {
  id: string
  tenant_id: string
  user_id: string
  text_version: string
  at: Time
}
