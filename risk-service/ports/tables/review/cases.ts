/** Queues, cases, their history and what follows from their decisions. */
import type { ColumnType, Generated } from 'kysely'
import type { CaseEventKind, CaseState } from '../../../contract/cases/case-definitions.ts'
import type { SavingEstimate } from '../../../contract/cases/case-saving.ts'
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
  /** The routing rule behind `routed_rule`. */
  routed_rule_id: string | null
  /** Routing rules of which a part failed; null for none. */
  failed_rule_ids: string[] | null
  previous_queues: Generated<string[]>
  escalated: Generated<boolean>
  /** Escalated by a supervisor: managers alone take it. */
  managers_only: Generated<boolean>
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
  /** Names and e-mail addresses of the holders of the payment instruments, normalised. */
  payers: Generated<string[]>
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
  /** What a case on hold waits for; null: for its time alone. */
  awaiting: 'Challenge' | null
  /** When the latest challenge of the customer was asked for. */
  challenged_at: OptionalTime
  assignee_id: string | null
  assignee_name: string | null
  assigned_until: OptionalTime
  passed_over: Generated<string[]>
  auto_assign: Generated<boolean>
  bundle_id: string | null
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
/**
 * A re-route of waiting cases: what a preview found, and what came of it once it was confirmed. `rules`: fingerprint of
 * the routing rules and queues of the preview.
 */
export interface CaseRerouteTable {
  environment_id: string
  id: string
  rules: string
  plan: Json<unknown>
  result: ColumnType<unknown, string | null | undefined, string | null>
  created_by: string
  created_at: Time
  applied_at: OptionalTime
}
/** The highest amount, in US cents, that a user approves alone in an environment and those below it. */
export interface CaseAuthorityTable {
  environment_id: string
  user_id: string
  amount_usd: number
  updated_by_name: string
  updated_at: Time
}
/**
 * A final decision of a person that another one judges, without knowing it: the share of each queue is its setting
 * `qualityPercent`. Never changed after the judgement, so that a report can count `overturned` of what was judged.
 */
export interface CaseQualitySampleTable {
  case_id: string
  environment_id: string
  event_type: string
  external_id: string
  queue_id: string
  decision: string
  case_action: 'Approve' | 'Reject' | 'None'
  reason: string
  decided_by: string
  decided_by_name: string
  /** The second person of the decision; null: none was needed. */
  approved_by: string | null
  decided_at: Time
  created_at: Time
  /** Null, with all that follows, until it is judged. */
  judged_by: string | null
  judged_by_name: string | null
  judged_at: OptionalTime
  judged_decision: string | null
  judged_case_action: 'Approve' | 'Reject' | 'None' | null
  judged_reason: string | null
  judged_note: string | null
  /** The judge chose another action than the reviewer. */
  overturned: boolean | null
}
/** What a user said of the summary of a case, with the names of the facts that it had. */
export interface CaseSummaryRatingTable {
  environment_id: string
  case_id: string
  user_id: string
  queue_id: string
  helpful: boolean
  facts: string[]
  at: Time
}
/** An effect of a decision that is delivered at least once; `next_at` null without `delivered_at`: it has failed. */
export interface CaseFollowUpTable {
  environment_id: string
  case_id: string
  id: string
  kind: 'status' | 'label' | 'action' | 'challenge' | 'trace'
  payload: Json<Record<string, unknown>>
  attempts: Generated<number>
  next_at: OptionalTime
  delivered_at: OptionalTime
  created_at: Time
}
/**
 * What a minute of review is expected to save in a queue, as a share of the amount, for the cases of one band of score
 * and amount. `score_from` and `amount_from`: the lower ends of the band, the amount in US cents.
 */
export interface CaseSavingTable {
  queue_id: string
  score_from: number
  amount_from: number
  per_minute: number
  estimate: Json<SavingEstimate>
  measured_at: Time
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
