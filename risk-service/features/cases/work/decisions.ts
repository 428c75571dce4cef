import type { QueueDecision } from '../../../contract/index.ts'
import { ConflictError, ValidationError } from '../../../kernel/errors/errors.ts'
import {
  type Approval,
  actorOf,
  type CaseChange,
  type Choice,
  type Outcome,
  rankIn,
  type StoredCase,
  unlocked,
} from '../model/case-record.ts'
import { choiceOf, decided, needsSecondPerson } from '../model/decision.ts'
import type { CaseKey } from '../store/case-store.ts'
import { withdrawFollowUps } from '../store/follow-up-store.ts'
import { type CaseCall, changeCase, type Work, type WorkResult } from './case-call.ts'
import { caseErrors } from './case-errors.ts'
import { assertLease, assertManager, lockTimes } from './locks.ts'

/** A decision as a person sends it. */
export interface DecisionInput {
  decision: string
  reason: string
  note: string
  usefulness: Choice['usefulness']
}

const correctionMs = 24 * 3_600_000

/** Returns the decisions that a queue offers. */
export const offeredDecisions = ({ configuration, queue }: Pick<Work, 'configuration' | 'queue'>): QueueDecision[] =>
  configuration.queueDecisions.filter(
    ({ name }) => queue.settings.allowedDecisions === null || queue.settings.allowedDecisions.includes(name),
  )

/** Returns a choice with the configured decision. @throws ValidationError naming the field */
export function readChoice(work: Pick<Work, 'configuration' | 'queue'>, input: DecisionInput): Choice {
  const named = offeredDecisions(work).find(({ name }) => name === input.decision)
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
export function applyChoice(work: Work, call: CaseCall, choice: Choice, via: Outcome['via']): WorkResult {
  const { found, queue, now, decision } = work
  const by = actorOf(call.principal)
  // After two different choices a third person decides alone.
  if (found.approval !== null || !needsSecondPerson(queue, found, choice, Math.random())) {
    const change = decided(found, decision, { choice, by, via })
    return { change, audit: auditOf(found, choice) }
  }
  const approval: Approval = { requestedBy: by, requestedAt: now.toISOString(), choice }
  return {
    change: {
      patch: { state: 'AwaitingApproval', approval, ...unlocked },
      history: [{ kind: 'approval-requested', at: now, by, details: { ...choice } }],
    },
    notices: queue.settings.supervisors.map(userId => ({ event: 'ApprovalWaiting' as const, userId })),
  }
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
  call: CaseCall,
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
 * Takes back the caller's own decision before any effect leaves. After a single decision the caller goes on with the
 * review, after a bulk decision the case is in its queue again.
 */
export function undoDecision(call: CaseCall, key: CaseKey): Promise<StoredCase> {
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
    const by = actorOf(call.principal)
    const inReview = outcome.via === 'Single'
    const change: CaseChange = {
      patch: {
        state: inReview ? 'InReview' : 'Pending',
        outcome: null,
        decided_at: null,
        rank: rankIn(queue.settings, found),
        ...(inReview
          ? {
              lock_owner_id: by.id,
              lock_owner_name: by.name,
              lease_token: call.ports.newId(),
              locked_at: now,
              ...lockTimes(now, options),
            }
          : {}),
      },
      history: [
        {
          kind: 'undone',
          at: now,
          by,
          details: { decision: outcome.decision, reason: outcome.reason, via: outcome.via, queueId: queue.id },
        },
      ],
    }
    return {
      change,
      audit: { operation: 'Requeue', before: { decision: outcome.decision }, after: { cause: 'undone' } },
    }
  })
}

/** Whether a case can still be corrected by a manager of a tenant that allows it. */
export const mayCorrect = ({ found, role, now, options }: Pick<Work, 'found' | 'role' | 'now' | 'options'>): boolean =>
  role.manager &&
  options.corrections &&
  found.state === 'Decided' &&
  found.decided_at !== null &&
  now.getTime() - found.decided_at.getTime() <= correctionMs

/** Replaces a decision within 24 hours, where the tenant allows it; both stay in the history. */
export function correctDecision(call: CaseCall, key: CaseKey, input: DecisionInput): Promise<StoredCase> {
  return changeCase(call, key, work => {
    const { found, role, now, options, decision } = work
    assertManager(role)
    if (!options.corrections)
      throw new ConflictError('This tenant does not allow corrections.', { reason: 'correction.off' })
    if (
      found.state !== 'Decided' ||
      found.decided_at === null ||
      now.getTime() - found.decided_at.getTime() > correctionMs
    )
      throw caseErrors.badState(found)
    const choice = readChoice(work, input)
    const change = decided(
      found,
      { ...decision, undoMs: 0 },
      { choice, by: actorOf(call.principal), via: 'Single', corrected: true },
    )
    // The time of the first decision stays: the 24 hours do not begin again.
    return {
      change: { ...change, patch: { ...change.patch, decided_at: found.decided_at } },
      audit: auditOf(found, choice, 'Correct'),
    }
  })
}
