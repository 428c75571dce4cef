/** Calls of the risk API: their counts and the error log. */
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
}
export interface ApiCallMinuteTable extends ApiCalls {
  minute: Time
}
export interface ApiCallHourTable extends ApiCalls {
  hour: Time
}
