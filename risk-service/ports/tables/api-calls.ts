/** Calls of the risk API: their counts, the error log, and what they use up of the entitlement of a tenant. */
import type { Generated } from 'kysely'
import type { Time, TimeDefault } from './column-types.ts'

export interface ApiErrorTable {
  id: string
  tenant_id: string | null
  environment_id: string | null
  at: TimeDefault
  api_name: string
  status: number
  message: string
  correlation_id: string | null
}
interface ApiCalls {
  environment_id: string
  api_name: string
  experience: string
  status: number
  calls: number
  /** Sum over the calls. */
  latency_ms: number
  longest_ms: number
  latency_bands: number[]
  /** Empty: counted before callers were. */
  client_id: Generated<string>
  /** Name and version of the caller's program; empty: it sends none. */
  client_version: Generated<string>
}
export interface ApiCallMinuteTable extends ApiCalls {
  minute: Time
}
export interface ApiCallHourTable extends ApiCalls {
  hour: Time
}
/** Failed calls by what refused them, without values of their requests. */
export interface ApiErrorMinuteTable {
  environment_id: string
  minute: Time
  api_name: string
  status: number
  /** The refused field and the rule of the schema; empty: no field was refused. */
  field: string
  rule: string
  /** Empty where a field was refused. */
  message: string
  client_id: string
  client_version: string
  calls: number
  last_at: Time
  /** The latest ones. */
  correlation_ids: string[]
}
export interface MeteredDayTable {
  environment_id: string
  day: string
  capability: string
  api_name: string
  experience: string
  response: string
  units: number
}
/** Segments whose units are stored. */
export interface MeteredSegmentTable {
  id: string
  at: Time
}
/** What was announced of a plan in a cycle. */
export interface PlanNoticeTable {
  tenant_id: string
  cycle_start: string
  subject: string
  mark: string
  at: Time
}
