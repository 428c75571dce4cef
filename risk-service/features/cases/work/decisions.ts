import type { ListUpdate } from '../../../contract/cases/quick-decisions.ts'
import type { QueueDecision } from '../../../contract/index.ts'
import { ancestorsOf } from '../../../kernel/environments/environment-tree.ts'
import { ConflictError, ValidationError } from '../../../kernel/errors/errors.ts'
import { isAbout } from '../model/assignment.ts'
import {
  type Approval,
  actorOf,
  type CaseChange,
  type Choice,
  type Outcome,
  rankIn,
  type StoredCase,
  unassigned,
  unlocked,
} from '../model/case-record.ts'
import { choiceOf, decided, needsSecondPerson, shownChoice } from '../model/decision.ts'
import { loadLimits } from '../store/authority-store.ts'
import type { CaseKey } from '../store/case-store.ts'
import { dropUndelivered, withdrawFollowUps } from '../store/follow-up-store.ts'
import { removeSample } from '../store/quality-store.ts'
import { changeCase, type Work, type WorkResult } from './case-call.ts'
import { caseErrors } from './case-errors.ts'
import { completeDecision } from './complete-decision.ts'
import { assertListUpdates, type DecidingCall, restoreLists, withListUpdates } from './list-updates.ts'
import { assertLease, assertManager, isByDirectory, lockTimes } from './locks.ts'

/** A decision as a person sends it. */
export interface DecisionInput {
  decision: string
  reason: string
  note: string
  usefulness: Choice['usefulness']
  listUpdates: readonly ListUpdate[]
  tag: string | null
}

const correctionMs = 24 * 3_600_000

/** Returns the decisions that a queue offers. */
export const offeredDecisions = ({ configuration, queue }: Pick<Work, 'configuration' | 'queue'>): QueueDecision[] =>
  configuration.queueDecisions.filter(
    ({ name }) => queue.settings.allowedDecisions === null || queue.settings.allowedDecisions.includes(name),
  )

/** Returns a choice with the decision that the queue of a case offers. @throws ValidationError naming the field */
export const readChoice = (work: Pick<Work, 'configuration' | 'queue'>, input: DecisionInput): Choice =>
  choiceAmong(offeredDecisions(work), input)

/** Returns a choice with one of these decisions. @throws ValidationError naming the field */
export function choiceAmong(decisions: readonly QueueDecision[], input: DecisionInput): Choice {
  const named = decisions.find(({ name }) => name === input.decision)
  if (named === undefined)
    throw new ValidationError(['decision'], 'This decision does not exist here any more. Reload the decisions.', {
      code: 'decision.unknown',
    })
  if (!named.reasons.includes(input.reason))
    throw new ValidationError(['reason'], 'This decision has no such reason.', { code: 'reason.unknown' })
  return choiceOf(named, input)
}

/** @throws ValidationError naming each field without an answer */
export function assertChecklist({ found, queue }: Pick<Work, 'found' | 'queue'>): void {
  const missing = queue.settings.checklist.filter(({ id }) => (found.checklist[id] ?? '').trim() === '')
  if (missing.length === 0) return
  throw new ValidationError([], 'The checklist is not complete.', {
    issues: missing.map(({ id, label }) => ({
      path: ['checklist', id],
      message: `“${label}” has no answer.`,
      code: 'checklist.incomplete' as const,
    })),
  })
}

/** Returns the change that a choice of the caller makes: a decision, or a request for a second person. */
export async function applyChoice(
  work: Work,
  call: DecidingCall,
  choice: Choice,
  via: Outcome['via'],
): Promise<WorkResult> {
  const { found, queue, now, decision } = work
  assertListUpdates(call, found, choice)
  const by = actorOf(call.principal)
  // After two different choices a third person decides alone.
  const limit = found.approval === null ? await findLimit(work, call) : null
  if (found.approval !== null || !needsSecondPerson(queue, found, choice, limit, Math.random())) {
    const change = decided(found, decision, { choice, by, via })
    return { ...(await completeDecision(work, call, change)), audit: auditOf(found, choice) }
  }
  const approval: Approval = { requestedBy: by, requestedAt: now.toISOString(), choice }
  return {
    change: {
      patch: { state: 'AwaitingApproval', approval, ...unlocked, ...unassigned },
      history: [{ kind: 'approval-requested', at: now, by, details: shownChoice(choice) }],
    },
    notices: queue.settings.supervisors.map(userId => ({ event: 'ApprovalWaiting' as const, userId })),
  }
}

/** Returns the highest amount that the caller approves alone here: the limit of the nearest environment upwards. */
async function findLimit({ trx, found }: Work, { principal, tree }: DecidingCall): Promise<number | null> {
  const path = [
    found.environment_id,
    ...ancestorsOf(tree, found.environment_id)
      .map(({ id }) => id)
      .reverse(),
  ]
  const limits = await loadLimits(trx, path, principal.id)
  const nearest = path.find(id => limits.some(each => each.environment_id === id))
  return limits.find(each => each.environment_id === nearest)?.amount_usd ?? null
}

export const auditOf = (
  found: StoredCase,
  { decision, reason }: Choice,
  operation: 'Decide' | 'Correct' = 'Decide',
) => ({
  operation,
  before: { state: found.state, decision: found.outcome?.decision ?? null },
  after: { decision, reason },
})

/** Decides a case as the owner of its lock. */
export function decideCase(
  call: DecidingCall,
  key: CaseKey,
  { leaseToken, ...input }: DecisionInput & { leaseToken: string },
): Promise<StoredCase> {
  return changeCase(call, key, work => {
    assertLease(work, call.principal, leaseToken)
    const choice = readChoice(work, input)
    assertChecklist(work)
    return applyChoice(work, call, choice, 'Single')
  })
}

/**
 * Takes back the caller's own decision before any effect leaves. The caller goes on with the review that it ended, also of
 * several cases together; a case that the caller did not review is in its queue again.
 */
export function undoDecision(call: DecidingCall, key: CaseKey): Promise<StoredCase> {
  return changeCase(call, key, async work => {
    const { trx, found, now, options, queue } = work
    const { outcome } = found
    if (found.state !== 'Decided' || outcome === null) throw caseErrors.badState(found)
    if (outcome.by?.id !== call.principal.id) throw caseErrors.alreadyDecided(found)
    const undoUntil = outcome.undoUntil === null ? null : new Date(outcome.undoUntil)
    if (undoUntil === null || undoUntil <= now || !(await withdrawFollowUps(trx, found.id)))
      throw new ConflictError('It is too late to take back this decision: its effects have left.', {
        reason: 'case.undoExpired',
        case: {
          by: outcome.by?.name ?? null,
          at: outcome.at,
          decision: outcome.decision,
          reason: outcome.reason,
          until: null,
        },
      })
    await removeSample(trx, found.id)
    const by = actorOf(call.principal)
    const { review = outcome.via === 'Single' ? { bundleId: null } : null } = outcome
    const addedTag = outcome.addedTag ?? null
    const times = lockTimes(now, options)
    const change: CaseChange = {
      patch: {
        state: review === null ? 'Pending' : 'InReview',
        outcome: null,
        decided_at: null,
        escalated: outcome.before?.escalated ?? false,
        managers_only: outcome.before?.managers_only ?? false,
        approval: outcome.before?.approval ?? null,
        rank: rankIn(queue.settings, found),
        tags: found.tags.filter(tag => tag !== addedTag),
        ...(review === null
          ? {}
          : {
              lock_owner_id: by.id,
              lock_owner_name: by.name,
              lease_token: call.ports.newId(),
              locked_at: now,
              lock_by_directory: isByDirectory(call),
              bundle_id: review.bundleId,
              ...times,
            }),
      },
      history: [
        {
          kind: 'undone',
          at: now,
          by,
          details: {
            ...(review === null ? {} : { until: times.lock_expires_at.toISOString() }),
            decision: outcome.decision,
            reason: outcome.reason,
            via: outcome.via,
            reopened: review !== null,
            queueId: queue.id,
          },
        },
        ...(addedTag === null
          ? []
          : [{ kind: 'tags-changed' as const, at: now, by, details: { added: [], removed: [addedTag] } }]),
      ],
    }
    return {
      change,
      ...(await restoreLists(work, call)),
      audit: { operation: 'Requeue', before: { decision: outcome.decision }, after: { cause: 'undone' } },
    }
  })
}

/** Whether a case can still be corrected by a manager of a tenant that allows it. */
export const mayCorrect = (
  { found, role, now, options }: Pick<Work, 'found' | 'role' | 'now' | 'options'>,
  principal: DecidingCall['principal'],
): boolean =>
  role.manager &&
  options.corrections &&
  !isAbout(found, principal) &&
  found.state === 'Decided' &&
  found.decided_at !== null &&
  now.getTime() - found.decided_at.getTime() <= correctionMs

/** Replaces a decision within 24 hours, where the tenant allows it; both stay in the history. */
export function correctDecision(call: DecidingCall, key: CaseKey, input: DecisionInput): Promise<StoredCase> {
  return changeCase(call, key, async work => {
    const { trx, found, role, now, options, decision } = work
    assertManager(role)
    if (!options.corrections)
      throw new ConflictError('This tenant does not allow corrections.', { reason: 'correction.off' })
    if (
      found.state !== 'Decided' ||
      found.decided_at === null ||
      now.getTime() - found.decided_at.getTime() > correctionMs
    )
      throw caseErrors.badState(found)
    if (isAbout(found, call.principal)) throw caseErrors.conflictOfInterest()
    const choice = readChoice(work, input)
    assertListUpdates(call, found, choice)
    await dropUndelivered(trx, found.id)
    const corrected = decided(
      found,
      { ...decision, undoMs: 0 },
      { choice, by: actorOf(call.principal), via: 'Single', corrected: true },
    )
    // The time of the first decision stays: the 24 hours do not begin again.
    const change = { ...corrected, patch: { ...corrected.patch, decided_at: found.decided_at } }
    return {
      ...(await withListUpdates(work, call, change)),
      audit: auditOf(found, choice, 'Correct'),
    }
  })
}
