import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import type { StartRefusal } from '../../../contract/cases/case-entities.ts'
import type { CaseOptions } from '../../../contract/cases/options/case-option-inputs.ts'
import { AccessError, isGlobalAdministrator } from '../../../kernel/access/authorize.ts'
import type { ConflictError } from '../../../kernel/errors/errors.ts'
import { advanceCases } from '../clock/advance-cases.ts'
import { isAbout } from '../model/assignment.ts'
import {
  actorOf,
  type CaseChange,
  countReviews,
  isDisputedBy,
  isEscalatedAbove,
  passOver,
  rankIn,
  type StoredCase,
  unassigned,
  unlocked,
} from '../model/case-record.ts'
import { type CaseKey, loadLockedBy, lockReviewer } from '../store/case-store.ts'
import { loadBundle } from '../store/linked-cases.ts'
import { findFirstFree } from '../store/next-case.ts'
import { type CaseCall, changeCase, type Work, type WorkResult } from './case-call.ts'
import { caseErrors } from './case-errors.ts'

/** Returns when the message of a review appears that begins or goes on now, and when the lock ends without an answer. */
export const lockTimes = (now: Date, { countdownSeconds }: Pick<CaseOptions, 'countdownSeconds'>) => ({
  lock_asks_at: new Date(now.getTime() + caseLimits.reviewMs),
  lock_expires_at: new Date(now.getTime() + caseLimits.reviewMs + countdownSeconds * 1000),
})

/**
 * Returns why the caller cannot start the review of a case, beside the limits on the reviewer's own locks and the order
 * of the queue; null when nothing prevents it.
 */
export function findStartRefusal(
  { found, role, now }: Pick<Work, 'found' | 'role' | 'now'>,
  principal: CaseCall['principal'],
): { refusal: StartRefusal; error: ConflictError } | null {
  const refuse = (refusal: StartRefusal, error: ConflictError) => ({ refusal, error })
  switch (found.state) {
    case 'Decided':
      return refuse('decided', caseErrors.alreadyDecided(found))
    case 'InReview':
      return found.lock_owner_id === principal.id ? null : refuse('lockedByOther', caseErrors.lockedByOther(found))
    case 'OnHold':
      return refuse('held', caseErrors.onHold(found))
    case 'AwaitingApproval':
      return refuse('awaitingApproval', caseErrors.badState(found))
    case 'Pending':
      break
    default:
      return refuse('notOpen', caseErrors.badState(found))
  }
  if (isEscalatedAbove(found, role))
    return refuse(role.supervisor ? 'escalatedToManagers' : 'escalated', caseErrors.escalated(found))
  if (isDisputedBy(found, principal.id)) return refuse('escalated', caseErrors.escalated(found))
  if (isAbout(found, principal)) return refuse('conflictOfInterest', caseErrors.conflictOfInterest())
  const reserved = found.assignee_id !== null && found.assignee_id !== principal.id
  if (reserved && found.assigned_until !== null && found.assigned_until > now && !role.manager)
    return refuse('assigned', caseErrors.assignedToOther(found))
  return null
}

/** Whether the order of a restricted queue leaves this case to the caller. */
export async function isInOrder({ trx, found, queue, role, now }: Work, principal: CaseCall['principal']) {
  const { sequence } = queue.settings
  if (sequence === 'Unrestricted' || role.manager || found.escalated || found.assignee_id === principal.id) return true
  const first = await findFirstFree(trx, { queueId: queue.id, reviewer: principal, now, lock: false })
  return first?.id === found.id
}

/** Refuses a further lock of a reviewer: one per queue, and few altogether. The reviewer is locked before. */
async function checkLockLimits({ trx, found, now }: Work, principal: CaseCall['principal']): Promise<void> {
  const own = (await loadLockedBy(trx, principal.id, now)).filter(each => each.id !== found.id)
  if (own.some(each => each.queue_id === found.queue_id)) throw caseErrors.locksLimit(1)
  if (countReviews(own) >= caseLimits.locksPerReviewer) throw caseErrors.locksLimit(caseLimits.locksPerReviewer)
}

/** Returns the change that gives the caller the lock. */
export function takeLock(work: Work, call: CaseCall): WorkResult {
  const { found, now, options } = work
  const owner = actorOf(call.principal)
  const times = lockTimes(now, options)
  return {
    change: {
      patch: {
        state: 'InReview',
        lock_owner_id: owner.id,
        lock_owner_name: owner.name,
        lock_by_directory: isByDirectory(call),
        lease_token: call.ports.newId(),
        locked_at: now,
        ...times,
        lock_extensions: 0,
        first_locked_at: found.first_locked_at ?? now,
        ...unassigned,
      },
      history: [{ kind: 'locked', at: now, by: owner, details: { until: times.lock_expires_at.toISOString() } }],
    },
  }
}

/** Whether the caller's role comes from the token, so that nobody else can check later whether it still applies. */
export const isByDirectory = ({ principal }: Pick<CaseCall, 'principal'>): boolean =>
  isGlobalAdministrator(principal.wids)

/** Starts the review of a named case. Repeating the call by its owner changes nothing. */
export async function lockCaseFor(call: CaseCall, key: CaseKey): Promise<StoredCase> {
  // The order of a queue depends on all of its cases.
  await advanceCases(call, [key.environmentId])
  return changeCase(call, key, async work => {
    const refused = findStartRefusal(work, call.principal)
    if (refused !== null) throw refused.error
    if (work.found.state === 'InReview') return null
    await lockReviewer(work.trx, call.principal.id)
    await checkLockLimits(work, call.principal)
    if (!(await isInOrder(work, call.principal))) throw caseErrors.restricted()
    return takeLock(work, call)
  })
}

/** Refuses a caller who does not hold the lock with this token. */
export function assertLease(
  { found }: Pick<Work, 'found'>,
  principal: CaseCall['principal'],
  leaseToken: string,
): void {
  if (found.state === 'Decided') throw caseErrors.alreadyDecided(found)
  if (found.state !== 'InReview' || found.lock_owner_id !== principal.id || found.lease_token !== leaseToken)
    throw caseErrors.lockLost(found)
}

/** Goes on with a review for another 30 minutes from now. */
export function extendLock(call: CaseCall, key: CaseKey, leaseToken: string): Promise<StoredCase> {
  return changeCase(call, key, async work => {
    assertLease(work, call.principal, leaseToken)
    const { trx, found, now, options } = work
    if (options.maxExtensions !== null && found.lock_extensions >= options.maxExtensions)
      throw caseErrors.extensionLimit(options.maxExtensions)
    const times = lockTimes(now, options)
    const extended = (each: StoredCase): CaseChange => ({
      patch: { ...times, lock_extensions: each.lock_extensions + 1 },
      history: [
        {
          kind: 'extended',
          at: now,
          by: actorOf(call.principal),
          details: { extensions: each.lock_extensions + 1, until: times.lock_expires_at.toISOString() },
        },
      ],
    })
    // Cases that are reviewed together are one review: it goes on for all of them.
    const bundle = await loadBundle(trx, found, { lock: true })
    return { change: extended(found), others: bundle.map(each => ({ found: each, change: extended(each) })) }
  })
}

/** Ends the review of another person. */
export function forceRelease(call: CaseCall, key: CaseKey): Promise<StoredCase> {
  return changeCase(call, key, work => {
    const { found, role, now, queue } = work
    assertManager(role)
    if (found.state === 'Decided') throw caseErrors.alreadyDecided(found)
    if (found.state !== 'InReview') throw caseErrors.badState(found)
    const details = { owner: found.lock_owner_name, ownerId: found.lock_owner_id }
    const patch = { state: 'Pending' as const, ...unlocked, ...passOver(found, found.lock_owner_id) }
    return {
      change: {
        patch: { ...patch, rank: rankIn(queue.settings, found) },
        history: [{ kind: 'force-released', at: now, by: actorOf(call.principal), details }],
      },
      audit: { operation: 'ForceRelease', before: { owner: found.lock_owner_name }, after: null },
      notices:
        found.lock_owner_id === null
          ? []
          : [{ event: 'LockReleased', userId: found.lock_owner_id, params: { name: call.principal.name } }],
    }
  })
}

/** @throws AccessError for callers who do not manage cases */
export function assertManager({ manager }: Work['role']): void {
  if (!manager) throw new AccessError('forbidden', 'cases.review', 'write')
}
