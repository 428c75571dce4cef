import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import type { CaseConfiguration } from '../../../contract/index.ts'
import {
  type CaseChange,
  changed,
  notOnHold,
  passOver,
  rankIn,
  type StoredCase,
  type StoredQueue,
  timesOf,
  unassigned,
  unlocked,
} from '../model/case-record.ts'
import { choiceOf, type DecisionContext, decided, timeoutReason } from '../model/decision.ts'
import type { StoredAnswer } from '../store/challenge-answers.ts'

/** What the service reads beside a case that is due. */
export interface DueContext {
  decision: DecisionContext
  queue: StoredQueue
  configuration: CaseConfiguration
  /** The merchant reported a status before the hold ended. */
  statusArrived: boolean
  /** The answer to the challenge that a case on hold waits for. */
  answer: StoredAnswer | null
  /** Between 0 and 1, the same for one case at each call. */
  chance: number
}

/**
 * Returns what the service changes by itself in a case that is due: it queues a held case, ends a lock, a hold or a
 * reservation, and applies the default action after a time-out. One step at a time: the result may be due again.
 */
export function dueChange(found: StoredCase, context: DueContext): CaseChange | null {
  const { now } = context.decision
  const isPast = (time: Date | null): time is Date => time !== null && time <= now
  switch (found.state) {
    case 'Held':
      return isPast(found.hold_until) ? endHoldBeforeQueue(found, context) : null
    case 'InReview':
      return isPast(found.lock_expires_at) ? endLock(found, found.lock_expires_at) : null
    case 'OnHold':
      if (context.answer !== null && (found.wake_at === null || context.answer.at < found.wake_at))
        return endChallenge(found, context, context.answer)
      return isPast(found.wake_at) ? wake(found, found.wake_at, 'service') : null
    case 'AwaitingApproval':
      return isPast(found.timeout_at) ? timeOut(found, context) : null
    case 'Pending':
      if (isPast(found.timeout_at)) return timeOut(found, context)
      return isPast(found.assigned_until)
        ? {
            patch: { ...unassigned, ...passOver(found, found.assignee_id) },
            history: [
              {
                kind: 'unassigned',
                at: found.assigned_until,
                by: null,
                details: { from: found.assignee_name, cause: 'expired' },
              },
            ],
          }
        : null
    default:
      return null
  }
}

function endHoldBeforeQueue(found: StoredCase, context: DueContext): CaseChange {
  const at = found.hold_until
  if (context.statusArrived)
    return { patch: { state: 'NotRouted' }, history: [{ kind: 'not-routed', at, by: null, details: {} }] }
  const { queue } = context
  const entered = enterQueue(found, queue, at)
  if (context.chance * 100 < queue.settings.sampling) return entered
  const {
    patch,
    history,
    followUps = [],
  } = decided(changed(found, entered.patch), context.decision, {
    choice: choiceOf(defaultDecisionOf(context), { reason: 'Sampled out' }),
    by: null,
    via: 'SampledOut',
  })
  return { patch: { ...entered.patch, ...patch }, history: [...entered.history, ...history], followUps }
}

/** Puts a case in a queue at a time: its clocks start. */
function enterQueue(found: StoredCase, queue: StoredQueue, at: Date): CaseChange {
  const after = (minutes: number | null | undefined): Date | null =>
    minutes == null ? null : new Date(at.getTime() + minutes * 60_000)
  const patch = {
    state: 'Pending' as const,
    queue_id: queue.id,
    entered_queue_at: at,
    timeout_at: after(queue.settings.timeoutMinutes),
    sla_first_touch_at: after(queue.settings.sla?.firstTouchMinutes),
    sla_resolution_at: after(queue.settings.sla?.resolutionMinutes),
  }
  return {
    patch: { ...patch, rank: rankIn(queue.settings, changed(found, patch)) },
    history: [
      { kind: 'released-to-queue', at, by: null, details: { queue: queue.name, queueId: queue.id, ...timesOf(patch) } },
    ],
  }
}

function endLock(found: StoredCase, at: Date): CaseChange {
  return {
    patch: { state: 'Pending', ...unlocked, ...passOver(found, found.lock_owner_id) },
    history: [
      {
        kind: 'lock-expired',
        at,
        by: null,
        details: { owner: found.lock_owner_name, ownerId: found.lock_owner_id, extensions: found.lock_extensions },
      },
    ],
  }
}

/** Ends a hold: the time-out moves by the time on hold, and the person who asked for it has the first pick. */
export function wake(
  found: StoredCase,
  at: Date,
  cause: 'service' | 'owner' | 'manager' | 'challenge',
  details: Record<string, unknown> = {},
): CaseChange {
  const onHoldMs = at.getTime() - (found.held_at ?? at).getTime()
  const timeoutAt = found.timeout_at === null ? null : new Date(found.timeout_at.getTime() + onHoldMs)
  const assignedUntil = new Date(at.getTime() + caseLimits.firstPickMs)
  return {
    patch: {
      state: 'Pending',
      ...notOnHold,
      timeout_at: timeoutAt,
      assignee_id: found.hold_owner_id,
      assignee_name: found.hold_owner_name,
      assigned_until: assignedUntil,
    },
    history: [
      {
        kind: 'resumed',
        at,
        by: null,
        details: {
          cause,
          owner: found.hold_owner_name,
          reason: found.hold_reason,
          until: assignedUntil.toISOString(),
          timeoutAt: timeoutAt?.toISOString() ?? null,
          ...details,
        },
      },
    ],
  }
}

/** Ends the wait for a challenge: the case is in its queue again, or decided where the queue lets the answer decide. */
function endChallenge(found: StoredCase, context: DueContext, { result, at, statusType }: StoredAnswer): CaseChange {
  const { configuration, decision, queue } = context
  const woken = wake(found, at, 'challenge', { answer: result })
  const action = queue.settings.challengeDecides ? decidedByAnswer[result] : null
  const { allowedDecisions } = queue.settings
  const named = configuration.queueDecisions.find(
    ({ name, caseAction }) => caseAction === action && (allowedDecisions === null || allowedDecisions.includes(name)),
  )
  // After two different choices a third person decides.
  if (named === undefined || found.approval !== null) return woken
  const {
    patch,
    history,
    followUps = [],
  } = decided(changed(found, woken.patch), decision, {
    choice: { ...choiceOf(named, { reason: `Challenge ${result}` }), labelAction: 'None' },
    by: null,
    via: 'External',
    reported: statusType,
  })
  return { patch: { ...woken.patch, ...patch }, history: [...woken.history, ...history], followUps }
}

const decidedByAnswer = { passed: 'Approve', failed: 'Reject', abandoned: null } as const

const defaultDecisionOf = ({ configuration, queue }: DueContext) => {
  const named = (name: string) => configuration.queueDecisions.find(each => each.name === name)
  // The configuration has the decision that it names as its default.
  return (named(queue.settings.defaultAction) ??
    named(configuration.defaultDecisionName) ??
    configuration.queueDecisions[0]) as CaseConfiguration['queueDecisions'][number]
}

const timeOut = (found: StoredCase, context: DueContext): CaseChange =>
  decided(found, context.decision, {
    choice: choiceOf(defaultDecisionOf(context), { reason: timeoutReason }),
    by: null,
    via: 'Timeout',
  })
