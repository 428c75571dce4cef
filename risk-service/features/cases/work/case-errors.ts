import type { CaseConflict, ConflictReason } from '../../../contract/common/errors.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import type { StoredCase } from '../model/case-record.ts'

const conflict = (
  reason: ConflictReason,
  message: string,
  { by = null, at = null, decision = null, reason: stated = null, until = null }: Partial<CaseConflict> = {},
): ConflictError => new ConflictError(message, { reason, case: { by, at, decision, reason: stated, until } })

const iso = (time: Date | null): string | null => time?.toISOString() ?? null

/** Errors of work on a case that somebody or something was faster with; each names who, when and what. */
export const caseErrors = {
  alreadyDecided: ({ outcome }: StoredCase): ConflictError =>
    conflict('case.alreadyDecided', `${outcome?.by?.name ?? 'The time-out of the queue'} already decided this case.`, {
      by: outcome?.by?.name ?? null,
      at: outcome?.at ?? null,
      decision: outcome?.decision ?? null,
      reason: outcome?.reason ?? null,
    }),
  lockedByOther: (found: StoredCase): ConflictError =>
    conflict('case.lockedByOther', `${found.lock_owner_name ?? ''} has been reviewing this case.`, {
      by: found.lock_owner_name,
      at: iso(found.locked_at),
      until: iso(found.lock_expires_at),
    }),
  assignedToOther: (found: StoredCase): ConflictError =>
    conflict('case.lockedByOther', `This case is reserved for ${found.assignee_name ?? ''}.`, {
      by: found.assignee_name,
      until: iso(found.assigned_until),
    }),
  onHold: (found: StoredCase): ConflictError =>
    conflict('case.held', `On hold by ${found.hold_owner_name ?? ''}.`, {
      by: found.hold_owner_name,
      at: iso(found.held_at),
      until: iso(found.wake_at),
    }),
  escalated: ({ managers_only: managersOnly }: StoredCase): ConflictError =>
    conflict(
      'case.escalated',
      `This case is escalated: ${managersOnly ? 'a manager' : 'a supervisor or a manager'} decides it.`,
    ),
  restricted: (): ConflictError => conflict('queue.restricted', 'This queue is worked in order.'),
  conflictOfInterest: (): ConflictError =>
    conflict('case.conflictOfInterest', 'This case is about you: somebody else has to review it.'),
  badState: ({ state }: StoredCase): ConflictError =>
    conflict('case.badState', `The case is ${state}: this is not possible.`),
  challengeOff: (): ConflictError => conflict('challenge.off', 'This queue does not allow to ask for a challenge.'),
  noChallengeAction: (): ConflictError =>
    conflict('challenge.noAction', 'No action that asks for a challenge is configured for this assessment.'),
  lockLost: (found: StoredCase): ConflictError =>
    conflict('lock.lost', 'Your review of this case has ended. Nothing was saved.', {
      by: found.lock_owner_name,
      at: iso(found.locked_at),
    }),
  extensionLimit: (limit: number): ConflictError =>
    new ConflictError(`This review cannot be extended again: at most ${limit} extensions are possible.`, {
      reason: 'case.extensionLimit',
      limit,
    }),
  locksLimit: (limit: number): ConflictError =>
    new ConflictError(`Finish or release one of your open cases first: at most ${limit} are possible.`, {
      reason: 'locks.limit',
      limit,
    }),
}
