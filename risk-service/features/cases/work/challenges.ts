import { actorOf, type StoredCase, unlocked } from '../model/case-record.ts'
import type { CaseKey } from '../store/case-store.ts'
import { type CaseCall, changeCase } from './case-call.ts'
import { caseErrors } from './case-errors.ts'
import { assertLease } from './locks.ts'

const hourMs = 3_600_000

/**
 * Asks the customer for a challenge: the configured action runs after the commit, and the case is on hold until the
 * merchant reports the answer, or until `hours` have passed. @throws ConflictError when the queue does not allow it or
 * no action is configured
 */
export function requestChallenge(
  call: CaseCall,
  key: CaseKey,
  { leaseToken, note, hours }: { leaseToken: string; note: string; hours: number },
): Promise<StoredCase> {
  return changeCase(call, key, work => {
    assertLease(work, call.principal, leaseToken)
    const { now, queue, configuration } = work
    if (!queue.settings.challenge) throw caseErrors.challengeOff()
    if (configuration.challengeAction === null) throw caseErrors.noChallengeAction()
    const by = actorOf(call.principal)
    const wakeAt = new Date(now.getTime() + hours * hourMs)
    return {
      change: {
        patch: {
          state: 'OnHold',
          ...unlocked,
          hold_owner_id: by.id,
          hold_owner_name: by.name,
          held_at: now,
          wake_at: wakeAt,
          hold_reason: note,
          awaiting: 'Challenge',
          challenged_at: now,
        },
        history: [
          {
            kind: 'held',
            at: now,
            by,
            details: { reason: note, until: wakeAt.toISOString(), awaiting: 'Challenge' },
          },
        ],
        followUps: [
          {
            kind: 'challenge',
            notBefore: now,
            payload: { fqlAction: configuration.challengeAction, requestedAt: now.toISOString() },
          },
        ],
      },
    }
  })
}
