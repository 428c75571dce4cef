import { AccessError } from '../../../kernel/access/authorize.ts'
import { isAbout } from '../model/assignment.ts'
import { actorOf, rankIn, type StoredCase } from '../model/case-record.ts'
import { assignmentUntil, decided } from '../model/decision.ts'
import type { CaseKey } from '../store/case-store.ts'
import { type CaseCall, changeCase, type Work } from './case-call.ts'
import { caseErrors } from './case-errors.ts'
import { completeDecision } from './complete-decision.ts'
import { auditOf, type DecisionInput, readChoice } from './decisions.ts'
import type { DecidingCall } from './list-updates.ts'

/**
 * Whether the caller may be the second person: not the first one, not the customer, and of senior role; a manager of what
 * is escalated to managers.
 */
export const mayApprove = (
  { found, role }: Pick<Work, 'found' | 'role'>,
  { principal, actorRoles }: CaseCall,
): boolean =>
  found.state === 'AwaitingApproval' &&
  found.approval !== null &&
  found.approval.requestedBy.id !== principal.id &&
  !isAbout(found, principal) &&
  (role.manager || (!found.managers_only && (role.supervisor || actorRoles.includes('ManualReviewSeniorAnalyst'))))

function assertAwaiting({ found }: Work): void {
  if (found.state === 'Decided') throw caseErrors.alreadyDecided(found)
  if (found.state !== 'AwaitingApproval') throw caseErrors.badState(found)
}

/**
 * Decides as the second person: the same action makes the first decision final, with its reason and both names; another
 * one escalates the case.
 */
export function approve(call: DecidingCall, key: CaseKey, input: DecisionInput): Promise<StoredCase> {
  return changeCase(call, key, async work => {
    assertAwaiting(work)
    const { found, queue, now, decision } = work
    const { approval } = found
    if (approval === null) throw caseErrors.badState(found)
    if (isAbout(found, call.principal)) throw caseErrors.conflictOfInterest()
    if (!mayApprove(work, call)) throw new AccessError('forbidden', 'cases.review', 'write')
    const choice = readChoice(work, input)
    const by = actorOf(call.principal)
    if (choice.caseAction === approval.choice.caseAction) {
      const change = decided(
        found,
        { ...decision, undoMs: 0 },
        { choice: approval.choice, by: approval.requestedBy, via: 'Approval', approvedBy: by, agreed: choice },
      )
      return { ...(await completeDecision(work, call, change)), audit: auditOf(found, approval.choice) }
    }
    return {
      change: {
        patch: {
          state: 'Pending',
          escalated: true,
          approval: { ...approval, disagreedBy: by },
          rank: rankIn(queue.settings, found),
        },
        history: [
          {
            kind: 'disagreed',
            at: now,
            by,
            details: {
              first: approval.choice.decision,
              second: choice.decision,
              firstAction: approval.choice.caseAction,
              secondAction: choice.caseAction,
              reviewer: approval.requestedBy,
              queueId: queue.id,
              reason: choice.reason,
              note: choice.note,
            },
          },
        ],
      },
      notices: queue.settings.supervisors.map(userId => ({ event: 'CaseEscalated' as const, userId })),
    }
  })
}

/** Takes back the caller's own first decision; the case is reserved for the caller again. */
export function withdrawApproval(call: CaseCall, key: CaseKey): Promise<StoredCase> {
  return changeCase(call, key, work => {
    assertAwaiting(work)
    const { found, now, queue } = work
    if (found.approval?.requestedBy.id !== call.principal.id)
      throw new AccessError('forbidden', 'cases.review', 'write')
    const by = actorOf(call.principal)
    const until = assignmentUntil(now)
    return {
      change: {
        patch: {
          state: 'Pending',
          approval: null,
          rank: rankIn(queue.settings, found),
          assignee_id: by.id,
          assignee_name: by.name,
          assigned_until: until,
        },
        history: [{ kind: 'approval-withdrawn', at: now, by, details: { until: until.toISOString() } }],
      },
    }
  })
}
