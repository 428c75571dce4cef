/** The audit log and the acceptances of the FCRA text. */
import type { Generated, GeneratedAlways } from 'kysely'
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
  /** Its facet and its actor by number; null: it waits for the job that links it. */
  facet_id: number | null
  actor_number: number | null
  /** The order in which entries wait. */
  written: Generated<number | null>
}
/** The values of entries that have few of them: any filter on these finds facets. */
export interface AuditFacetTable {
  id: GeneratedAlways<number>
  tenant_id: string
  /** A digest of the values. */
  key: string
  environment_id: string | null
  environment_name: string | null
  resource_type: string
  operation: string
  assessment_id: string | null
  assessment_name: string | null
}
/** Who acted, with the name of then. */
export interface AuditActorTable {
  number: GeneratedAlways<number>
  tenant_id: string
  actor_id: string
  actor_name: string
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
