import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import { NotFoundError, ValidationError } from '../../../kernel/errors/errors.ts'
import { wake } from '../clock/due-change.ts'
import {
  actorOf,
  type CasePatch,
  changed,
  notOnHold,
  passOver,
  rankIn,
  type StoredCase,
  type StoredQueue,
  timesOf,
  unlocked,
} from '../model/case-record.ts'
import { seesQueue } from '../model/queue-role.ts'
import type { CaseKey } from '../store/case-store.ts'
import { findQueue } from '../store/queue-store.ts'
import { type CaseCall, changeCase, roleIn } from './case-call.ts'
import { caseErrors } from './case-errors.ts'
import { assertLease } from './locks.ts'

/** An action by the owner of a lock. */
interface Leased {
  leaseToken: string
}

const notAllowedHere = (action: string): ValidationError =>
  new ValidationError([], `This queue does not allow to ${action} cases.`)

/** Returns a case to its queue undecided. One that was sent back three times is escalated. */
export function sendBack(
  call: CaseCall,
  key: CaseKey,
  { leaseToken, note }: Leased & { note: string },
): Promise<StoredCase> {
  return changeCase(call, key, work => {
    assertLease(work, call.principal, leaseToken)
    const { found, now, queue } = work
    const by = actorOf(call.principal)
    const times = found.sent_back_times + 1
    // In a queue without supervisors, managers take it.
    const escalates = times >= caseLimits.sentBackTimes && !found.escalated
    return {
      change: {
        patch: {
          state: 'Pending',
          ...unlocked,
          ...passOver(found, by.id),
          rank: rankIn(queue.settings, found),
          sent_back: { ...found.sent_back, [by.id]: now.toISOString() },
          sent_back_times: times,
          escalated: found.escalated || escalates,
        },
        history: [
          { kind: 'lock-released', at: now, by, details: { note, times } },
          ...(escalates
            ? [{ kind: 'escalated' as const, at: now, by: null, details: { cause: 'sentBack', times } }]
            : []),
        ],
      },
      audit: { operation: 'Requeue', before: { owner: by.name }, after: { cause: 'sentBack' } },
      notices: escalates ? supervisorsOf(queue) : [],
    }
  })
}

const supervisorsOf = ({ settings }: StoredQueue) =>
  settings.supervisors.map(userId => ({ event: 'CaseEscalated' as const, userId }))

/** Passes a case to supervisors and managers. */
export function escalate(
  call: CaseCall,
  key: CaseKey,
  { leaseToken, reason }: Leased & { reason: string },
): Promise<StoredCase> {
  return changeCase(call, key, async work => {
    assertLease(work, call.principal, leaseToken)
    const { trx, found, now, queue, role } = work
    if (!queue.settings.escalation) throw notAllowedHere('escalate')
    // What a supervisor cannot decide goes to managers, and does not come back to supervisors.
    const managersOnly = found.managers_only || (role.supervisor && !role.manager)
    const { escalationQueueId } = queue.settings
    const target = escalationQueueId === null ? null : await findQueue(trx, escalationQueueId)
    const place = target === null ? { ...unlocked, rank: rankIn(queue.settings, found) } : placeIn(found, target, now)
    const by = actorOf(call.principal)
    return {
      change: {
        patch: { ...place, ...keptDispute(found), state: 'Pending', escalated: true, managers_only: managersOnly },
        history: [
          { kind: 'escalated', at: now, by, details: { reason, level: managersOnly ? 2 : 1 } },
          ...(target === null
            ? []
            : [
                {
                  kind: 'transferred' as const,
                  at: now,
                  by,
                  details: { ...moveOf(queue, target, place), cause: 'escalated' },
                },
              ]),
        ],
      },
      notices: managersOnly ? [] : supervisorsOf(target ?? queue),
    }
  })
}

/** What the history says of a move to another queue. */
const moveOf = (from: StoredQueue, to: StoredQueue, place: CasePatch) => ({
  from: from.name,
  fromId: from.id,
  to: to.name,
  toId: to.id,
  ...timesOf(place),
})

/** Parks a case until a time, at most seven days ahead. */
export function hold(
  call: CaseCall,
  key: CaseKey,
  { leaseToken, until, reason }: Leased & { until: string; reason: string },
): Promise<StoredCase> {
  return changeCase(call, key, work => {
    assertLease(work, call.principal, leaseToken)
    const { now, queue } = work
    if (!queue.settings.hold) throw notAllowedHere('hold')
    const wakeAt = new Date(until)
    if (wakeAt <= now || wakeAt.getTime() > now.getTime() + caseLimits.longestHoldMs)
      throw new ValidationError(['until'], 'Choose a time within the next seven days.')
    const by = actorOf(call.principal)
    return {
      change: {
        patch: {
          state: 'OnHold',
          ...unlocked,
          hold_owner_id: by.id,
          hold_owner_name: by.name,
          held_at: now,
          wake_at: wakeAt,
          hold_reason: reason,
        },
        history: [{ kind: 'held', at: now, by, details: { reason, until: wakeAt.toISOString() } }],
      },
    }
  })
}

/** Ends a hold early; only its owner and managers may. */
export function resume(call: CaseCall, key: CaseKey): Promise<StoredCase> {
  return changeCase(call, key, ({ found, role, now, queue }) => {
    if (found.state === 'Decided') throw caseErrors.alreadyDecided(found)
    if (found.state !== 'OnHold') throw caseErrors.badState(found)
    const owner = found.hold_owner_id === call.principal.id
    if (!owner && !role.manager) throw caseErrors.onHold(found)
    const change = wake(found, now, owner ? 'owner' : 'manager')
    const by = actorOf(call.principal)
    return {
      change: {
        patch: { ...change.patch, rank: rankIn(queue.settings, changed(found, change.patch)) },
        history: change.history.map(entry => ({ ...entry, by })),
      },
      notices: found.hold_owner_id === null ? [] : [{ event: 'HoldEnded', userId: found.hold_owner_id }],
    }
  })
}

/** Moves a case to another queue of its environment. */
export function transfer(
  call: CaseCall,
  key: CaseKey,
  { leaseToken, queueId, comment }: { leaseToken: string | null; queueId: string; comment: string },
): Promise<StoredCase> {
  return changeCase(call, key, async work => {
    const { trx, found, role, queue, now } = work
    if (found.state === 'InReview' || leaseToken !== null || !role.manager)
      assertLease(work, call.principal, leaseToken ?? '')
    else if (found.state === 'Decided') throw caseErrors.alreadyDecided(found)
    else if (found.state !== 'Pending') throw caseErrors.badState(found)
    if (!queue.settings.transfer && !role.manager) throw notAllowedHere('transfer')
    const target = await findQueue(trx, queueId)
    if (target === null || target.environment_id !== found.environment_id || !seesQueue(target, roleIn(target, call)))
      throw new NotFoundError('There is no such queue in the environment of the case.')
    if (target.event_type !== null && target.event_type !== found.event_type)
      throw new ValidationError(['queueId'], 'This queue is for another assessment.')
    if (target.id === found.queue_id) throw new ValidationError(['queueId'], 'The case is in this queue already.')
    const place = placeIn(found, target, now)
    return {
      change: {
        patch: { ...place, ...keptDispute(found) },
        history: [
          {
            kind: 'transferred',
            at: now,
            by: actorOf(call.principal),
            details: { ...moveOf(queue, target, place), comment },
          },
        ],
      },
    }
  })
}

/** A case about which two persons disagree stays with those who gave neither choice, in whatever queue. */
export const keptDispute = ({ approval, escalated, managers_only }: StoredCase): CasePatch =>
  approval?.disagreedBy === undefined ? {} : { approval, escalated, managers_only }

/**
 * Returns the values of a case that moves to another queue: its SLA begins again, its time-out is the earlier one, and
 * lock, hold and escalation end.
 */
export function placeIn(found: StoredCase, target: StoredQueue, now: Date): CasePatch {
  const { sla, timeoutMinutes } = target.settings
  const after = (minutes: number | null | undefined): Date | null =>
    minutes == null ? null : new Date(now.getTime() + minutes * 60_000)
  const timeout = after(timeoutMinutes) ?? now
  const patch: CasePatch = {
    state: 'Pending',
    ...unlocked,
    ...notOnHold,
    passed_over: [],
    auto_assign: true,
    escalated: false,
    managers_only: false,
    approval: null,
    queue_id: target.id,
    previous_queues: [...found.previous_queues, ...(found.queue_id === null ? [] : [found.queue_id])],
    entered_queue_at: now,
    timeout_at: found.timeout_at === null || found.timeout_at > timeout ? timeout : found.timeout_at,
    sla_first_touch_at: after(sla?.firstTouchMinutes),
    sla_resolution_at: after(sla?.resolutionMinutes),
  }
  return { ...patch, rank: rankIn(target.settings, changed(found, patch)) }
}
