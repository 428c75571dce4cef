import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import { NotFoundError } from '../../../kernel/errors/errors.ts'
import { advanceCases } from '../clock/advance-cases.ts'
import { publishCases } from '../clock/publish-cases.ts'
import { countReviews, type StoredCase, type StoredQueue } from '../model/case-record.ts'
import { seesQueue } from '../model/queue-role.ts'
import { loadLockedBy, lockReviewer } from '../store/case-store.ts'
import { findFirstFree } from '../store/next-case.ts'
import { applyResult, type CaseCall, loadWork, roleIn } from './case-call.ts'
import { caseErrors } from './case-errors.ts'
import { takeLock } from './locks.ts'

/**
 * Starts the review of the next case of a queue: the one that the caller reviews there, else the first free one. Two
 * callers at the same moment get different cases. Null when there is none.
 */
export async function startNext(call: CaseCall, queue: StoredQueue): Promise<StoredCase | null> {
  if (!seesQueue(queue, roleIn(queue, call))) throw new NotFoundError('There is no such queue in this environment.')
  await advanceCases(call, [queue.environment_id])
  const { principal } = call
  const started = await call.db.transaction().execute(async trx => {
    await lockReviewer(trx, principal.id)
    const now = call.ports.clock()
    const own = await loadLockedBy(trx, principal.id, now)
    const here = own.find(each => each.queue_id === queue.id)
    if (here !== undefined) return { after: here, taken: false }
    if (countReviews(own) >= caseLimits.locksPerReviewer) throw caseErrors.locksLimit(caseLimits.locksPerReviewer)
    const first = await findFirstFree(trx, { queueId: queue.id, reviewer: principal, now, lock: true })
    if (first === null) return null
    const work = await loadWork(trx, call, {
      environmentId: first.environment_id,
      eventType: first.event_type,
      id: first.external_id,
    })
    const { after } = await applyResult(call, work, takeLock(work, call))
    return { after, taken: true }
  })
  if (started === null) return null
  if (started.taken) publishCases(call.live, [started.after])
  return started.after
}
