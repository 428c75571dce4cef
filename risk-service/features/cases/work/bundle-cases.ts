import type { NamedCase } from '../../../contract/cases/case-inputs.ts'
import type { Db } from '../../../ports/database.ts'
import type { StoredCase } from '../model/case-record.ts'
import { seesQueue } from '../model/queue-role.ts'
import { loadLockedBy } from '../store/case-store.ts'
import { loadLinkedWaiting, loadNamedWaiting, type WaitingCase } from '../store/linked-cases.ts'
import { loadQueues } from '../store/queue-store.ts'
import { type CaseCall, roleIn } from './case-call.ts'

/**
 * Returns the waiting cases that the caller can review together with a case, linked ones or those that are named: those
 * of queues that the caller sees. What is linked leaves the order of its queue; a named case without a link has to be
 * one that the caller could start: in no particular order, and in a queue where the caller reviews nothing else.
 */
export async function findBundleCases(
  db: Db,
  call: CaseCall,
  found: StoredCase,
  { now, cases }: { now: Date; cases?: readonly NamedCase[] | undefined },
): Promise<{ id: string }[]> {
  const options = { reviewer: call.principal, now }
  const waiting = await (cases ? loadNamedWaiting(db, found, cases, options) : loadLinkedWaiting(db, found, options))
  if (waiting.length === 0) return []
  const queues = (await loadQueues(db, [found.environment_id])).filter(queue => seesQueue(queue, roleIn(queue, call)))
  const seen = new Map(queues.map(queue => [queue.id, queue]))
  const others = waiting.every(({ linked }) => linked) ? [] : await loadLockedBy(db, call.principal.id, now)
  const isInReview = (queueId: string): boolean =>
    others.some(
      each =>
        each.queue_id === queueId &&
        each.id !== found.id &&
        (each.bundle_id === null || each.bundle_id !== found.bundle_id),
    )
  return waiting.filter(({ queue_id: id, linked, assignee_id: assignee }: WaitingCase) => {
    const queue = id === null ? undefined : seen.get(id)
    if (queue === undefined || linked) return queue !== undefined
    const isOrdered = queue.settings.sequence !== 'Unrestricted'
    const mayChoose = !isOrdered || roleIn(queue, call).manager || assignee === call.principal.id
    return mayChoose && !isInReview(queue.id)
  })
}
