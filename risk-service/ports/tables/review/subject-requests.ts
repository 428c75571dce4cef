/** Data subject requests, legal holds, and what they leave of erased events. */
import type { ColumnType, Generated } from 'kysely'
import type {
  SubjectRequestFailure,
  SubjectRequestPhase,
  SubjectRequestState,
  SubjectRequestType,
} from '../../../contract/index.ts'
import type { Time } from '../column-types.ts'

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** `counts`: rows by store. `steps`: of the phase, that are done. `since`: earlier events are not found. `receipt`: the signed file. */
export interface SubjectRequestTable {
  id: string
  environment_id: string
  type: SubjectRequestType
  event_types: string[]
  assessments: string[]
  attribute: string
  /** Null once it has ended. */
  value: string | null
  value_salt: string
  value_hash: string
  since: OptionalTime
  status: SubjectRequestState
  phase: SubjectRequestPhase
  steps: Generated<string[]>
  counts: ColumnType<Record<string, number>, string | undefined, string>
  events: Generated<number>
  total: Generated<number>
  attempts: Generated<number>
  failure: Optional<SubjectRequestFailure>
  requested_by: string
  requested_by_name: string
  requested_at: Time
  finished_at: OptionalTime
  receipt: Optional<string>
  content_bytes: Optional<number>
  expires_at: OptionalTime
}
/** A piece of the file of an export. */
export interface SubjectRequestPartTable {
  request_id: string
  n: number
  content: Uint8Array
}
/** An event that a deletion has still to remove, or that is in the file of an export. */
export interface SubjectRequestEventTable {
  request_id: string
  environment_id: string
  at: Time
  event_id: string
  event_type: string
  external_id: string
}
/** What identifies a person in other stores, while the request is pending. */
export interface SubjectRequestValueTable {
  request_id: string
  kind: string
  value: string
}
export interface SubjectHoldTable {
  id: string
  environment_id: string
  event_types: string[]
  assessments: string[]
  attribute: string
  /** Null once it was lifted or is over. */
  value: string | null
  since: OptionalTime
  reason: string
  until: Time
  set_by: string
  set_by_name: string
  set_at: Time
  lifted_at: OptionalTime
  lifted_by_name: Optional<string>
}
/** An hour whose roll-ups count events that were erased. */
export interface ErasedHourTable {
  environment_id: string
  hour: Time
}
