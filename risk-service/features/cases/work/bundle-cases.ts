import type { NamedCase } from '../../../contract/cases/case-inputs.ts'
import type { Db } from '../../../ports/database.ts'
import type { StoredCase } from '../model/case-record.ts'
import { seesQueue } from '../model/queue-role.ts'
import { loadLinkedWaiting, loadNamedWaiting } from '../store/linked-cases.ts'
import { loadQueues } from '../store/queue-store.ts'
import { type CaseCall, roleIn } from './case-call.ts'

/**
 * Returns the waiting cases that the caller can review together with a case, linked ones or those that are named: those
 * of queues that the caller sees.
 */
export async function findBundleCases(
  db: Db,
  call: CaseCall,
  found: StoredCase,
  { now, cases }: { now: Date; cases?: readonly NamedCase[] | undefined },
): Promise<{ id: string }[]> {
  const options = { reviewer: call.principal, now }
  const linked = await (cases ? loadNamedWaiting(db, found, cases, options) : loadLinkedWaiting(db, found, options))
  if (linked.length === 0) return []
  const queues = await loadQueues(db, [found.environment_id])
  const seen = new Set(queues.filter(queue => seesQueue(queue, roleIn(queue, call))).map(({ id }) => id))
  return linked.filter(({ queue_id: id }) => id !== null && seen.has(id))
}
