import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import type { QueueDecision } from '../../../contract/index.ts'
import {
  type Actor,
  type CaseChange,
  type Choice,
  type FollowUp,
  notOnHold,
  type Outcome,
  type StoredCase,
  type StoredQueue,
  unassigned,
  unlocked,
} from './case-record.ts'

/** What a decision needs beside the case. `tenantId`: for the trace message. */
export interface DecisionContext {
  now: Date
  tenantId: string
  queue: Pick<StoredQueue, 'id' | 'name'>
  assessment: string
  /** Milliseconds in which the decision can be taken back; 0: none. */
  undoMs: number
}
export interface DecisionFacts {
  choice: Choice
  by: Actor | null
  via: Outcome['via']
  approvedBy?: Actor | null
  /** What the second person chose, who agreed with `choice`. */
  agreed?: Choice
  corrected?: boolean
  /** Status that the merchant reported; a decision by the merchant is sent back only when it is another one. */
  reported?: string
}

export const choiceOf = (
  { name, caseAction, labelAction, fqlAction }: QueueDecision,
  { reason, note = '', usefulness = null, listUpdates = [], tag = null }: Pick<Choice, 'reason'> & Partial<Choice>,
): Choice => ({ decision: name, caseAction, labelAction, reason, note, usefulness, listUpdates, tag, fqlAction })

/** Returns a choice as the history shows it: how the decision is configured beside its name is not a part of it. */
export const shownChoice = ({ fqlAction: _action, ...shown }: Choice): Record<string, unknown> => shown

/** Returns the tag of a decision when the case has room for it and does not have it yet. */
const addableTag = ({ tags }: StoredCase, tag: string | null | undefined): string | null =>
  tag == null || tags.length >= caseLimits.tags || tags.some(each => each.toLowerCase() === tag.toLowerCase())
    ? null
    : tag

/** Reason codes of a status, by the reason of the decision; others have the code of the action. */
const statusReasons: Readonly<Record<string, string>> = {
  'Compromised account': 'OfflineManualReview_AccountCompromise',
  'Business policy violation': 'OfflineManualReview_General',
  'Watch NA': 'ManualReview_WatchNA',
  'Watch inconclusive': 'ManualReview_Inclusive',
}

/** Returns the change that decides a case, with the status, the label and the trace message that follow from it. */
export function decided(found: StoredCase, context: DecisionContext, facts: DecisionFacts): CaseChange {
  const { now, undoMs } = context
  const { choice, by, via, approvedBy = null, agreed, corrected = false, reported } = facts
  const undoUntil = undoMs > 0 && via !== 'Timeout' ? new Date(now.getTime() + undoMs) : null
  const addedTag = addableTag(found, choice.tag)
  const outcome: Outcome = {
    ...choice,
    by,
    at: now.toISOString(),
    via,
    approvedBy,
    corrected,
    review:
      by !== null && found.state === 'InReview' && found.lock_owner_id === by.id ? { bundleId: found.bundle_id } : null,
    undoUntil: undoUntil?.toISOString() ?? null,
    ...(undoUntil === null
      ? {}
      : {
          before: { escalated: found.escalated, managers_only: found.managers_only, approval: found.approval },
        }),
    addedTag,
  }
  return {
    patch: {
      ...(addedTag === null ? {} : { tags: [...found.tags, addedTag] }),
      state: 'Decided',
      outcome,
      approval: null,
      decided_at: now,
      escalated: false,
      managers_only: false,
      ...unlocked,
      ...notOnHold,
      ...unassigned,
    },
    history: [
      {
        kind: corrected ? 'corrected' : via === 'Timeout' ? 'timed-out' : via === 'Approval' ? 'approved' : 'decided',
        at: now,
        by: via === 'Approval' ? approvedBy : by,
        details: {
          ...shownChoice(choice),
          via,
          from: found.state,
          queue: context.queue.name,
          queueId: context.queue.id,
          ...(via === 'Approval' ? { reviewer: by } : {}),
          ...(agreed === undefined ? {} : { agreed: shownChoice(agreed) }),
          ...(corrected ? { before: found.outcome } : {}),
        },
      },
      ...(addedTag === null
        ? []
        : [{ kind: 'tags-changed' as const, at: now, by, details: { added: [addedTag], removed: [] } }]),
    ],
    followUps: followUpsOf(found, context, outcome, undoUntil ?? now, reported),
  }
}

function followUpsOf(
  found: StoredCase,
  context: DecisionContext,
  { caseAction, labelAction, via, ...outcome }: Outcome,
  notBefore: Date,
  reported: string | undefined,
): FollowUp[] {
  const followUps: FollowUp[] = []
  const status = caseAction === 'Approve' ? 'Approved' : 'Rejected'
  // The merchant's own status decided: sending it back would tell the merchant nothing.
  const isKnown = via === 'External' && (reported === undefined || reported.toLowerCase() === status.toLowerCase())
  if (caseAction !== 'None' && !isKnown)
    followUps.push({
      kind: 'status',
      notBefore,
      payload: {
        statusType: status,
        reason:
          statusReasons[outcome.reason] ??
          (caseAction === 'Approve' ? 'OfflineManualReview_General' : 'OfflineManualReview_Fraud'),
        reviewReason: outcome.reason,
        statusDate: outcome.at,
      },
    })
  // A time-out is nobody's judgement.
  if (labelAction !== 'None' && via !== 'Timeout' && via !== 'SampledOut')
    followUps.push({
      kind: 'label',
      notBefore,
      payload: { isFraud: labelAction === 'Fraud', reasonText: outcome.reason, eventTimeStamp: outcome.at },
    })
  // A button was used: a time-out, a merchant or a sample uses none.
  if (outcome.fqlAction != null && outcome.by !== null)
    followUps.push({ kind: 'action', notBefore, payload: { fqlAction: outcome.fqlAction } })
  followUps.push({
    kind: 'trace',
    notBefore: null,
    payload: traceMessage(found, context, { caseAction, labelAction, via, ...outcome }),
  })
  return followUps
}

/** Returns the message of a final decision for event tracing. */
function traceMessage(found: StoredCase, { tenantId, queue, assessment }: DecisionContext, outcome: Outcome) {
  const status = outcome.corrected
    ? 'Corrected'
    : outcome.via === 'Timeout'
      ? 'TimedOut'
      : outcome.via === 'External' || outcome.via === 'SampledOut'
        ? outcome.via
        : 'Completed'
  return {
    name: 'FraudProtection.CaseManagement.Events',
    version: '1.0',
    metadata: { tenantId, environmentId: found.environment_id, timestamp: outcome.at },
    assessmentId: found.event_type,
    assessmentName: assessment,
    caseId: found.id,
    queueId: queue.id,
    queueName: queue.name,
    eventType: found.event_type,
    eventId: found.external_id,
    creationDate: found.created_at.toISOString(),
    reviewStartDate: found.first_locked_at?.toISOString() ?? null,
    reviewedDate: outcome.at,
    decision: outcome.decision,
    reason: outcome.reason,
    reasonNote: outcome.note,
    agentId: outcome.by?.id ?? null,
    agentName: outcome.by?.name ?? null,
    status,
    fraudFlag: outcome.labelAction,
  }
}

/**
 * Returns whether a second person has to agree to a choice.
 * @param limitUsd the highest amount, in US cents, that the person approves alone; null: no limit
 * @param chance between 0 and 1
 */
export function needsSecondPerson(
  { settings: { fourEyes } }: Pick<StoredQueue, 'settings'>,
  found: Pick<StoredCase, 'amount_usd'>,
  choice: Choice,
  limitUsd: number | null,
  chance: number,
): boolean {
  if (limitUsd !== null && choice.caseAction === 'Approve' && (found.amount_usd ?? 0) > limitUsd) return true
  if (fourEyes === null) return false
  const byAmount = fourEyes.amountUsd !== null && (found.amount_usd ?? 0) >= fourEyes.amountUsd
  return byAmount || fourEyes.decisions.includes(choice.decision) || chance * 100 < fourEyes.randomPercent
}

/** Reason of a decision that a time-out makes. */
export const timeoutReason = 'Timeout'
export const attemptLimit = 10

/** Milliseconds before the attempt after this many: ten minutes, doubling, at most a day. */
export const retryDelayMs = (attempts: number): number => Math.min(24 * 60, 10 * 2 ** (attempts - 1)) * 60_000

export const assignmentUntil = (now: Date): Date => new Date(now.getTime() + caseLimits.assignmentMs)
