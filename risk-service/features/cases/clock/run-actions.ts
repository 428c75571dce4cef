import type { StoredCase } from '../model/case-record.ts'
import { attemptLimit, retryDelayMs } from '../model/decision.ts'
import { writeChanges } from '../store/case-store.ts'
import { claimDueActions, recordAction, removeFollowUp, type StoredFollowUp } from '../store/follow-up-store.ts'
import type { DeliveryServices } from './deliver-follow-ups.ts'
import { publishCases } from './publish-cases.ts'

/** Calls at the same time: a slow target takes one of them, and keeps nobody else from its call. */
const parallel = 50
/** Time for which a process has a call to itself; longer than any call takes. */
const leaseMs = 2 * 60_000

/**
 * Creates what runs the statements of decisions and the requests for challenges, at least once each: what fails is tried
 * again, ten times with growing pauses. A call holds no transaction and no connection: it is claimed, made, and then
 * recorded.
 */
export function createActionRunner(services: DeliveryServices): {
  /** Starts the calls that are due, as far as there is room; returns their number without waiting for their answers. */
  start: () => Promise<number>
  /** Waits for the answers of all calls that have been started. */
  settle: () => Promise<void>
} {
  const { db, clock } = services.ports
  const underWay = new Set<Promise<void>>()
  return {
    async start() {
      const room = parallel - underWay.size
      if (room <= 0) return 0
      const now = clock()
      const claimed = await claimDueActions(db, { now, until: new Date(now.getTime() + leaseMs), limit: room })
      for (const followUp of claimed) {
        // What cannot be recorded is tried again after its lease.
        const call: Promise<void> = run(services, followUp)
          .catch(() => undefined)
          .finally(() => underWay.delete(call))
        underWay.add(call)
      }
      return claimed.length
    },
    async settle() {
      await Promise.all(underWay)
    },
  }
}

/** Makes one claimed call and records what came of it. */
async function run(services: DeliveryServices, followUp: StoredFollowUp): Promise<void> {
  const { db } = services.ports
  const row = await db.selectFrom('review_case').selectAll().where('id', '=', followUp.case_id).executeTakeFirst()
  const found = row as StoredCase | undefined
  // A customer is not asked for a challenge that nobody waits for any more.
  if (found === undefined || (followUp.kind === 'challenge' && !awaits(found, followUp)))
    return await removeFollowUp(db, followUp.id)
  const { environment_id: environmentId, event_type: eventType, external_id: externalId } = found
  const text = String(followUp.payload.fqlAction)
  const result = await services.engine
    .runAction({ environmentId, eventType, externalId, text, correlationId: followUp.id })
    .catch(() => 'failed' as const)
  await record(services, followUp, result)
}

const awaits = (found: StoredCase, { payload }: StoredFollowUp): boolean =>
  found.awaiting === 'Challenge' && found.challenged_at?.toISOString() === payload.requestedAt

async function record(
  { ports: { db, clock, newId }, live }: DeliveryServices,
  followUp: StoredFollowUp,
  result: 'done' | 'skipped' | 'failed',
): Promise<void> {
  const { kind, attempts, case_id: caseId } = followUp
  const now = clock()
  // A condition that is false is an answer to a decision; a challenge that is not asked for has failed.
  const isSkipped = kind === 'challenge' && result === 'skipped'
  const delivered = result !== 'failed' && !isSkipped
  const spent = !delivered && (isSkipped || attempts >= attemptLimit)
  const changed = await db.transaction().execute(async trx => {
    // The case first, as everywhere: an undo locks the case and then what follows from it.
    const row = await trx.selectFrom('review_case').selectAll().where('id', '=', caseId).forUpdate().executeTakeFirst()
    const recorded = await recordAction(trx, followUp, {
      deliveredAt: delivered ? now : null,
      nextAt: delivered || spent ? null : new Date(now.getTime() + retryDelayMs(attempts)),
    })
    if (!recorded) return []
    const found = row as StoredCase | undefined
    if (found === undefined) return []
    if (!spent) return [found]
    const details = { kind, ...(isSkipped ? { cause: 'condition' } : {}) }
    return await writeChanges(trx, newId, [
      { found, change: { patch: {}, history: [{ kind: 'follow-up-failed', at: now, by: null, details }] } },
    ])
  })
  publishCases(live, changed)
}
