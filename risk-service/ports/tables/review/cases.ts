/** Queues, cases, their history and what follows from their decisions. */
import type { ColumnType, Generated } from 'kysely'
import type { CaseEventKind, CaseState } from '../../../contract/cases/case-definitions.ts'
import type { Json, Time, TimeDefault } from '../column-types.ts'

type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** `event_type` null: every assessment. */
export interface CaseQueueTable {
  id: string
  environment_id: string
  event_type: string | null
  kind: 'System' | 'User'
  name: string
  settings: Json<unknown>
  version: Generated<number>
  created_by_name: string | null
  created_at: TimeDefault
  updated_by_name: string | null
  updated_at: TimeDefault
}
/** A case; its id is that of its event. Amounts in minor units of `currency` and US cents. */
export interface ReviewCaseTable {
  environment_id: string
  event_type: string
  external_id: string
  id: string
  at: Time
  state: CaseState
  queue_id: string | null
  routed_rule: string | null
  routed_clause: string | null
  previous_queues: Generated<string[]>
  escalated: Generated<boolean>
  priority: Generated<number>
  rank: number | null
  decision: string
  reason: string
  rule: string | null
  clause: string | null
  risk_score: number
  amount: number | null
  currency: string | null
  amount_usd: number | null
  user_id: string | null
  email: string | null
  ip: string | null
  country: string | null
  device_id: string | null
  payment_id: string | null
  created_at: Time
  hold_until: Time
  entered_queue_at: OptionalTime
  timeout_at: OptionalTime
  sla_first_touch_at: OptionalTime
  sla_resolution_at: OptionalTime
  first_locked_at: OptionalTime
  decided_at: OptionalTime
  due_at: OptionalTime
  lock_owner_id: string | null
  lock_owner_name: string | null
  lock_by_directory: Generated<boolean>
  lease_token: string | null
  locked_at: OptionalTime
  lock_asks_at: OptionalTime
  lock_expires_at: OptionalTime
  lock_extensions: Generated<number>
  hold_owner_id: string | null
  hold_owner_name: string | null
  held_at: OptionalTime
  wake_at: OptionalTime
  hold_reason: string | null
  assignee_id: string | null
  assignee_name: string | null
  assigned_until: OptionalTime
  sent_back: ColumnType<Record<string, string>, string | undefined, string>
  sent_back_times: Generated<number>
  approval: ColumnType<unknown, string | null | undefined, string | null>
  outcome: ColumnType<unknown, string | null | undefined, string | null>
  checklist: ColumnType<Record<string, string | null>, string | undefined, string>
  tags: Generated<string[]>
  version: Generated<number>
}
/** One entry of the history of a case; never changed. */
export interface CaseEventTable {
  environment_id: string
  case_id: string
  id: string
  at: Time
  kind: CaseEventKind
  by_id: string | null
  by_name: string | null
  correlation_id: string | null
  details: Json<Record<string, unknown>>
}
/** An effect of a decision that is delivered at least once; `next_at` null without `delivered_at`: it has failed. */
export interface CaseFollowUpTable {
  environment_id: string
  case_id: string
  id: string
  kind: 'status' | 'label' | 'trace'
  payload: Json<Record<string, unknown>>
  attempts: Generated<number>
  next_at: OptionalTime
  delivered_at: OptionalTime
  created_at: Time
}
/** Activity of a reviewer during one review, up to date with the latest sign of it. */
export interface CaseActivityTable {
  environment_id: string
  case_id: string
  locked_at: Time
  user_id: string
  last_active_at: Time
  idle_ms: Generated<number>
}
/** An alert of the case report; `settings` are those of the contract. */
export interface CaseAlertTable {
  id: string
  environment_id: string
  name: string
  settings: Json<unknown>
  enabled: boolean
  pause_reason: 'switchedOff' | 'ownerLostAccess' | null
  owner_id: string
  owner_name: string
  owner_by_directory: boolean
  checked_at: OptionalTime
  checked_value: number | null
  notified_at: OptionalTime
  version: number
  created_at: Time
  updated_at: Time
}
