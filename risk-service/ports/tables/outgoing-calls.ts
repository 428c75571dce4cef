/** External calls and external assessments, and the counts of their requests. */
import type { Json, Time } from './column-types.ts'

export interface ExternalAssessmentTable {
  id: string
  environment_id: string
  name: string
  version: number
  body: Json<unknown>
  created_at: Time
  updated_by: string
  updated_by_name: string
  updated_at: Time
}
/** `secrets`: encrypted, by their place in the body. */
export interface ExternalCallTable extends ExternalAssessmentTable {
  secrets: Json<unknown>
}
/** Outgoing calls by minute; `error` is empty for a success. */
export interface OutgoingCallMinuteTable {
  environment_id: string
  target_id: string
  minute: Time
  error: string
  status: number
  kind: string
  calls: number
  latency_ms: number
}
