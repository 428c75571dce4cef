import type { StoredCase, StoredQueue } from '../model/case-record.ts'
import { choiceOf, decided } from '../model/decision.ts'
import { findMerchantStatus, writeChanges } from '../store/case-store.ts'
import { loadConfiguration, loadPlaces } from '../store/settings-store.ts'
import { advanceCases, type CaseServices } from './advance-cases.ts'
import { type DeliveryServices, deliverFollowUps } from './deliver-follow-ups.ts'
import { dropLostPeople } from './drop-lost-people.ts'
import { publishCases } from './publish-cases.ts'
import { releaseLostLocks } from './release-lost-locks.ts'
import { createActionRunner } from './run-actions.ts'

/** Milliseconds between two checks of what no time in a case announces. */
const sweepMs = 20_000
/** Milliseconds between two checks of the people of queues. */
const peopleMs = 300_000

/**
 * Creates the work that the service does with cases by itself. `run` is called about every second: it changes what is
 * due and delivers what follows from decisions; every 20 seconds it ends the reviews of people who lost their role or
 * their queue, and closes cases that the merchant decided; every five minutes people who lost their role leave their
 * queues. It does not wait for targets outside; `settle` does.
 */
export function createCaseClock(services: DeliveryServices): {
  run: () => Promise<{ again: null }>
  settle: () => Promise<void>
} {
  const actions = createActionRunner(services)
  let sweptAt = Number.NEGATIVE_INFINITY
  let peopleAt = Number.NEGATIVE_INFINITY
  return {
    async run() {
      await advanceCases(services)
      await deliverFollowUps(services)
      await actions.start()
      if (performance.now() - sweptAt >= sweepMs) {
        sweptAt = performance.now()
        await releaseLostLocks(services)
        await closeDecidedElsewhere(services)
      }
      if (performance.now() - peopleAt >= peopleMs) {
        peopleAt = performance.now()
        await dropLostPeople(services)
      }
      return { again: null }
    },
    settle: actions.settle,
  }
}

/** Decides waiting cases that the merchant decided, in the queues that are set to do so; returns their number. */
export async function closeDecidedElsewhere(services: CaseServices): Promise<number> {
  const { db, clock, newId } = services.ports
  const queues = (await db.selectFrom('case_queue').selectAll().where('kind', '=', 'User').execute()) as StoredQueue[]
  let closed = 0
  for (const queue of queues.filter(each => each.settings.closeOnStatus)) {
    const places = await loadPlaces(db, [queue.environment_id])
    const { tenantId = '', rootId = queue.environment_id } = places.get(queue.environment_id) ?? {}
    const after = await db.transaction().execute(async trx => {
      const waiting = (await trx
        .selectFrom('review_case')
        .selectAll()
        .where('queue_id', '=', queue.id)
        .where('state', '=', 'Pending')
        .forUpdate()
        .skipLocked()
        .execute()) as StoredCase[]
      const changes = []
      for (const found of waiting) {
        const status = await findMerchantStatus(trx, found)
        const action = status === null ? null : actionOf(status.statusType)
        if (action === null) continue
        const { configuration } = await loadConfiguration(trx, rootId, found.event_type)
        const named = configuration.queueDecisions.find(each => each.caseAction === action)
        if (named === undefined) continue
        const assessment = services.engine.assessment(found.environment_id, found.event_type)?.name ?? found.event_type
        changes.push({
          found,
          change: decided(
            found,
            { now: clock(), tenantId, queue, assessment, undoMs: 0 },
            {
              choice: { ...choiceOf(named, { reason: 'Merchant status' }), labelAction: 'None' },
              by: null,
              via: 'External',
            },
          ),
        })
      }
      return writeChanges(trx, newId, changes)
    })
    closed += after.length
    publishCases(services.live, after)
  }
  return closed
}

/** Returns the action that a status of the merchant means; null for an interim one. */
const actionOf = (statusType: string): 'Approve' | 'Reject' | null =>
  ({
    approved: 'Approve' as const,
    rejected: 'Reject' as const,
    canceled: 'Reject' as const,
    failed: 'Reject' as const,
  })[statusType.toLowerCase()] ?? null
