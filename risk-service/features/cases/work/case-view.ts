import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import type { Case, CaseRow, StartRefusal } from '../../../contract/cases/case-entities.ts'
import type { Decision } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import { countReviews, type StoredCase, type StoredQueue, savingPerMinuteOf } from '../model/case-record.ts'
import { findMerchantStatus, loadLockedBy } from '../store/case-store.ts'
import { findChallengeAnswer } from '../store/challenge-answers.ts'
import { findChallengeRequest, loadFollowUps, type StoredFollowUp } from '../store/follow-up-store.ts'
import { countLinkedOpen, loadBundle } from '../store/linked-cases.ts'
import { mayApprove } from './approvals.ts'
import { findBundleCases } from './bundle-cases.ts'
import type { CaseCall, Work } from './case-call.ts'
import { mayCorrect, offeredDecisions } from './decisions.ts'
import { listedValuesOf, mayUpdateLists } from './list-updates.ts'
import { findStartRefusal, isInOrder } from './locks.ts'

const iso = (time: Date | null): string | null => time?.toISOString() ?? null
const personOf = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

/** Returns a case as a row of a queue. */
export function toCaseRow(
  found: StoredCase,
  { tree, ports }: Pick<CaseCall, 'tree' | 'ports'>,
  queueOf: (found: StoredCase) => Pick<StoredQueue, 'id' | 'name' | 'settings'> | undefined,
): CaseRow {
  const queue = queueOf(found)
  const lockOwner = personOf(found.lock_owner_id, found.lock_owner_name)
  const holdOwner = personOf(found.hold_owner_id, found.hold_owner_name)
  return {
    id: found.id,
    environmentId: found.environment_id,
    environmentName: tree.get(found.environment_id)?.friendlyName ?? '',
    eventType: found.event_type,
    externalId: found.external_id,
    queueId: queue?.id ?? found.queue_id ?? found.environment_id,
    queueName: queue?.name ?? '',
    state: found.state,
    escalated: found.escalated,
    priority: found.priority,
    at: found.at.toISOString(),
    enteredQueueAt: iso(found.entered_queue_at),
    timeoutAt: iso(found.timeout_at),
    overdue: found.state === 'InReview' && found.timeout_at !== null && found.timeout_at <= ports.clock(),
    slaFirstTouchAt: iso(found.sla_first_touch_at),
    slaResolutionAt: iso(found.sla_resolution_at),
    firstLockedAt: iso(found.first_locked_at),
    riskScore: found.risk_score,
    amount: found.amount,
    currency: found.currency,
    amountUsd: found.amount_usd,
    userId: found.user_id,
    email: found.email,
    ip: found.ip,
    country: found.country,
    deviceId: found.device_id,
    paymentInstrumentId: found.payment_id,
    rule: found.rule,
    clause: found.clause,
    reason: found.reason,
    decision: found.decision as Decision,
    routedRule: found.routed_rule,
    routedClause: found.routed_clause,
    tags: found.tags,
    savingPerMinuteUsd: queue === undefined ? null : savingPerMinuteOf(queue.settings, found),
    assignee: personOf(found.assignee_id, found.assignee_name),
    assignedUntil: iso(found.assigned_until),
    lock:
      lockOwner === null
        ? null
        : {
            owner: lockOwner,
            lockedAt: iso(found.locked_at) ?? '',
            asksAt: iso(found.lock_asks_at) ?? '',
            expiresAt: iso(found.lock_expires_at) ?? '',
            extensions: found.lock_extensions,
          },
    bundleId: found.bundle_id,
    hold:
      holdOwner === null
        ? null
        : {
            owner: holdOwner,
            heldAt: iso(found.held_at) ?? '',
            wakeAt: iso(found.wake_at) ?? '',
            reason: found.hold_reason ?? '',
            awaiting: found.awaiting,
          },
    version: found.version,
  }
}

/** Returns a case with everything that its page shows, and what the caller may do. */
export async function toCase(db: Db, call: CaseCall, work: Omit<Work, 'trx'>): Promise<Case> {
  const { found, queue, role, now, decision, configuration } = work
  const { principal } = call
  const isOpen = found.state !== 'Decided' && found.state !== 'NotRouted'
  const ownsLock = found.state === 'InReview' && found.lock_owner_id === principal.id
  const [followUps, merchantStatus, linkedOpen, startRefusal, waiting, bundle, challenge] = await Promise.all([
    found.outcome === null ? [] : loadFollowUps(db, found.id),
    isOpen ? findMerchantStatus(db, found) : null,
    countLinkedOpen(db, found),
    refusalOf(db, call, work),
    found.state === 'Pending' || ownsLock ? findBundleCases(db, call, found, { now }) : [],
    ownsLock ? loadBundle(db, found, { lock: false }) : [],
    challengeOf(db, found),
  ])
  const offered = offeredDecisions(work)
  return {
    ...toCaseRow(found, call, () => queue),
    assessment: decision.assessment,
    caseManagement: call.engine.assessment(found.environment_id, found.event_type)?.cases ?? true,
    approval: approvalOf(work, principal.id),
    outcome: outcomeOf(found, principal.id, now, followUps),
    checklist: queue.settings.checklist.map(item => ({ ...item, answer: found.checklist[item.id] ?? null })),
    decisions: offered.map(({ fqlAction: _action, ...named }) => named),
    quickDecisions: possibleQuickDecisions(queue, offered, mayUpdateLists(call, found.environment_id)),
    listedValues: listedValuesOf(found),
    actions: {
      escalation: queue.settings.escalation,
      hold: queue.settings.hold,
      transfer: queue.settings.transfer || role.manager,
      challenge: queue.settings.challenge && configuration.challengeAction !== null,
    },
    challenge,
    summary: queue.settings.summary,
    sequence: queue.settings.sequence,
    merchantStatus:
      merchantStatus === null
        ? null
        : { statusType: merchantStatus.statusType, at: merchantStatus.received_at.toISOString() },
    own: {
      leaseToken: ownsLock ? found.lease_token : null,
      bundle: bundle.map(each => ({
        eventType: each.event_type,
        externalId: each.external_id,
        queueId: each.queue_id ?? queue.id,
      })),
      startRefusal,
      manager: role.manager,
      supervisor: role.supervisor,
      mayApprove: mayApprove(work, call),
      mayResume: found.state === 'OnHold' && (role.manager || found.hold_owner_id === principal.id),
      mayCorrect: mayCorrect(work, principal),
    },
    linkedOpen,
    linkedWaiting: waiting.length,
  }
}

/** Returns the latest challenge of a case with its answer, also with one that came after the hold. */
async function challengeOf(db: Db, found: StoredCase): Promise<Case['challenge']> {
  if (found.challenged_at === null) return null
  const [answer, request] = await Promise.all([findChallengeAnswer(db, found), findChallengeRequest(db, found)])
  return {
    requestedAt: found.challenged_at.toISOString(),
    delivery: request === null ? null : deliveryOf(request),
    answer: answer === null ? null : { result: answer.result, at: answer.at.toISOString() },
  }
}

const deliveryOf = ({ delivered_at, next_at }: Pick<StoredFollowUp, 'delivered_at' | 'next_at'>) =>
  delivered_at !== null ? ('delivered' as const) : next_at === null ? ('failed' as const) : ('waiting' as const)

/** Returns the quick decisions of a queue whose decision and reason still exist. */
const possibleQuickDecisions = (
  { settings }: StoredQueue,
  offered: ReturnType<typeof offeredDecisions>,
  withLists: boolean,
): Case['quickDecisions'] =>
  settings.quickDecisions
    .filter(({ decision, reason }) =>
      offered.some(({ name, reasons }) => name === decision && reasons.includes(reason)),
    )
    .map(({ lists, ...quick }) => ({ ...quick, lists: withLists ? lists : [] }))
    .sort((one, other) => one.key.localeCompare(other.key))

async function refusalOf(db: Db, call: CaseCall, work: Omit<Work, 'trx'>): Promise<StartRefusal | null> {
  const { found, now } = work
  const { principal } = call
  const refused = findStartRefusal(work, principal)
  if (refused !== null) return refused.refusal
  if (found.state === 'InReview') return null
  const own = await loadLockedBy(db, principal.id, now)
  if (own.some(each => each.queue_id === found.queue_id)) return 'ownCaseInQueue'
  if (countReviews(own) >= caseLimits.locksPerReviewer) return 'locksLimit'
  return (await isInOrder({ ...work, trx: db }, principal)) ? null : 'restricted'
}

function approvalOf({ found, queue }: Omit<Work, 'trx'>, callerId: string): Case['approval'] {
  const { approval } = found
  if (found.state !== 'AwaitingApproval' || approval === null) return null
  const blind = (queue.settings.fourEyes?.blind ?? false) && approval.requestedBy.id !== callerId
  const { decision, caseAction, reason, note } = approval.choice
  return {
    requestedBy: approval.requestedBy,
    requestedAt: approval.requestedAt,
    choice: blind ? null : { decision, caseAction, reason, note },
  }
}

function outcomeOf(
  { outcome }: StoredCase,
  callerId: string,
  now: Date,
  followUps: readonly StoredFollowUp[],
): Case['outcome'] {
  if (outcome === null) return null
  const undoable = outcome.by?.id === callerId && outcome.undoUntil !== null && new Date(outcome.undoUntil) > now
  return {
    ...outcome,
    undoUntil: undoable ? outcome.undoUntil : null,
    followUps: followUps.flatMap(({ kind, ...followUp }) =>
      kind === 'trace' || kind === 'challenge'
        ? []
        : [
            {
              id: followUp.id,
              kind,
              state: deliveryOf(followUp),
              attempts: followUp.attempts,
              nextAttemptAt: iso(followUp.next_at),
            },
          ],
    ),
  }
}
