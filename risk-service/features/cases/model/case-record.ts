import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { type CaseEventKind, openCaseStates } from '../../../contract/cases/case-definitions.ts'
import type { QueueSettings, usefulnessSchema } from '../../../contract/cases/queue-entities.ts'
import type { ListUpdate } from '../../../contract/cases/quick-decisions.ts'
import type { QueueDecision } from '../../../contract/index.ts'
import type { CaseQueueTable, ReviewCaseTable } from '../../../ports/tables/review/cases.ts'

/** A user as the rows of cases name one. */
export interface Actor {
  id: string
  name: string
}

/** What a person, or a time-out, chose for a case. */
export interface Choice {
  decision: string
  caseAction: QueueDecision['caseAction']
  labelAction: QueueDecision['labelAction']
  reason: string
  note: string
  usefulness: z.infer<typeof usefulnessSchema> | null
  /** Absent in choices of earlier releases. */
  listUpdates?: readonly ListUpdate[]
  tag?: string | null
  /** The statement of the decision at that time. */
  fqlAction?: string | null
}
/** A value whose status on a support list a decision has changed. */
export interface ChangedEntry {
  list: ListUpdate['list']
  value: string
}
/** A first decision that waits for a second person. */
export interface Approval {
  requestedBy: Actor
  requestedAt: string
  choice: Choice
  /** The choices were different: only somebody who gave neither decides. */
  disagreedBy?: Actor
}
export interface Outcome extends Choice {
  by: Actor | null
  at: string
  via: 'Single' | 'Bulk' | 'Timeout' | 'Approval' | 'External' | 'SampledOut'
  approvedBy: Actor | null
  corrected: boolean
  /** The review of the person who decided, which it ended; null: there was none. Absent in earlier releases. */
  review?: { bundleId: string | null } | null
  /** Until when it can be taken back. */
  undoUntil: string | null
  /** What the case returns to when it is taken back; absent in outcomes of earlier releases. */
  before?: Pick<StoredCase, 'escalated' | 'approval'> & Partial<Pick<StoredCase, 'managers_only'>>
  /** What it changed beside the case. */
  changedEntries?: readonly ChangedEntry[]
  /** The tag that it added; null: none, or the case had it before. */
  addedTag?: string | null
}

export type StoredCase = Omit<Selectable<ReviewCaseTable>, 'approval' | 'outcome'> & {
  approval: Approval | null
  outcome: Outcome | null
}
export type CasePatch = Partial<StoredCase>
/** A queue with the members of its groups. */
export type StoredQueue = Omit<Selectable<CaseQueueTable>, 'settings'> & {
  settings: QueueSettings
  group_members: string[]
}

/** An entry of the history of a case. `by` null: the service. */
interface HistoryEntry {
  kind: CaseEventKind
  at: Date
  by: Actor | null
  details: Record<string, unknown>
}
export interface FollowUp {
  kind: 'status' | 'label' | 'action' | 'challenge' | 'trace'
  payload: Record<string, unknown>
  /** Before it, a decision can be taken back; null: stored for a later reader. */
  notBefore: Date | null
}
/** What one step changes: the new values of the case, its history, and what follows outside. */
export interface CaseChange {
  patch: CasePatch
  history: HistoryEntry[]
  followUps?: FollowUp[]
}

/** Returns the users of a queue and the members of its groups, in a fixed order. Its supervisors are none of them. */
export const assigneesOf = ({
  settings: { assignedUsers, supervisors },
  group_members: members,
}: Pick<StoredQueue, 'settings' | 'group_members'>): string[] =>
  [...new Set([...assignedUsers, ...members])].filter(id => !supervisors.includes(id))

/** Returns the people who do not get a case from the service, with one more: the case went from that person to others. */
export const passOver = ({ passed_over: before }: Pick<StoredCase, 'passed_over'>, id: string | null): CasePatch =>
  id === null || before.includes(id) ? {} : { passed_over: [...before, id] }

export const actorOf = ({ id, name }: Actor): Actor => ({ id, name })

/** Returns the times of a queue that a change sets, as the history shows them. */
export function timesOf(patch: CasePatch): Record<string, string | null> {
  const { timeout_at: timeoutAt, sla_first_touch_at: firstTouchAt, sla_resolution_at: resolutionAt } = patch
  const iso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null
  return {
    timeoutAt: iso(timeoutAt),
    slaFirstTouchAt: iso(firstTouchAt),
    slaResolutionAt: iso(resolutionAt),
  }
}

/** Values of a case without a lock. */
export const unlocked = {
  lock_owner_id: null,
  lock_owner_name: null,
  lock_by_directory: false,
  lease_token: null,
  locked_at: null,
  lock_asks_at: null,
  lock_expires_at: null,
  lock_extensions: 0,
  bundle_id: null,
} as const satisfies CasePatch
export const notOnHold = {
  hold_owner_id: null,
  hold_owner_name: null,
  held_at: null,
  wake_at: null,
  hold_reason: null,
  awaiting: null,
} as const satisfies CasePatch
export const unassigned = { assignee_id: null, assignee_name: null, assigned_until: null } as const satisfies CasePatch

/** Returns the time at which the service has to change the case by itself; null for a final state. */
export function dueAtOf(found: StoredCase): Date | null {
  switch (found.state) {
    case 'Held':
      return found.hold_until
    case 'Pending':
      return earlierOf(found.timeout_at, found.assigned_until)
    case 'InReview':
      return found.lock_expires_at
    case 'OnHold':
      return found.wake_at
    case 'AwaitingApproval':
      return found.timeout_at
    default:
      return null
  }
}
const earlierOf = (one: Date | null, other: Date | null): Date | null =>
  one === null || other === null ? (one ?? other) : one < other ? one : other

/** Whether a case is in its queue and nobody has decided it. */
export const isOpen = ({ state }: Pick<StoredCase, 'state'>): boolean =>
  (openCaseStates as readonly string[]).includes(state)

/** Whether two persons chose differently and this is one of them: somebody else decides. */
export const isDisputedBy = ({ approval }: Pick<StoredCase, 'approval'>, personId: string): boolean =>
  approval?.disagreedBy !== undefined && [approval.requestedBy.id, approval.disagreedBy.id].includes(personId)

/** Whether a case was escalated to people above this one: to supervisors and managers, or to managers alone. */
export const isEscalatedAbove = (
  { escalated, managers_only: managersOnly }: Pick<StoredCase, 'escalated' | 'managers_only'>,
  { manager, supervisor }: { manager: boolean; supervisor: boolean },
): boolean => escalated && !manager && (!supervisor || managersOnly)

/** Returns how many reviews locked cases are: those that were taken together are one. */
export const countReviews = (locked: readonly Pick<StoredCase, 'id' | 'bundle_id'>[]): number =>
  new Set(locked.map(({ id, bundle_id: bundle }) => bundle ?? id)).size

/** Applies a change to a case in memory. */
export const changed = (found: StoredCase, patch: CasePatch): StoredCase => ({ ...found, ...patch })

/**
 * Returns the position of a case by the order of its queue: the lowest is reviewed first. Cases without value are last.
 * In the order by expected saving the store places cases, and a case keeps the place that it has.
 */
export function rankIn(
  { orderBy, direction }: Pick<QueueSettings, 'orderBy' | 'direction'>,
  found: StoredCase,
): number {
  if (orderBy === 'expectedSaving') return found.rank ?? Number.POSITIVE_INFINITY
  const value = {
    eventTimestamp: found.at.getTime(),
    // The longer a case waits, the earlier it entered.
    timeInQueue: found.entered_queue_at === null ? null : -found.entered_queue_at.getTime(),
    riskScore: found.risk_score,
    amountUsd: found.amount_usd,
    timeLeft: found.timeout_at?.getTime() ?? null,
    priority: found.priority,
  }[orderBy]
  if (value === null) return Number.POSITIVE_INFINITY
  return direction === 'ascending' ? value : -value
}

/** Returns what a minute of review is expected to save in a case, in US cents; null where its queue is not ordered by it. */
export function savingPerMinuteOf(
  { orderBy, direction }: Pick<QueueSettings, 'orderBy' | 'direction'>,
  { rank }: Pick<StoredCase, 'rank'>,
): number | null {
  if (orderBy !== 'expectedSaving' || rank === null || !Number.isFinite(rank)) return null
  return direction === 'ascending' ? rank : -rank
}
