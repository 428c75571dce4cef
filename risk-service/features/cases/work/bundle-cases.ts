import type { Db } from '../../../ports/database.ts'
import type { StoredCase } from '../model/case-record.ts'
import { seesQueue } from '../model/queue-role.ts'
import { loadLinkedWaiting } from '../store/linked-cases.ts'
import { loadQueues } from '../store/queue-store.ts'
import { type CaseCall, roleIn } from './case-call.ts'

/** Returns the waiting cases that the caller can review together with a case: those of queues that the caller sees. */
export async function findBundleCases(db: Db, call: CaseCall, found: StoredCase, now: Date): Promise<{ id: string }[]> {
  const linked = await loadLinkedWaiting(db, found, { reviewer: call.principal, now })
  if (linked.length === 0) return []
  const queues = await loadQueues(db, [found.environment_id])
  const seen = new Set(queues.filter(queue => seesQueue(queue, roleIn(queue, call))).map(({ id }) => id))
  return linked.filter(({ queue_id: id }) => id !== null && seen.has(id))
}
