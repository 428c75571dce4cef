import type { Db } from '../../../ports/database.ts'
import { lockQueues } from '../store/queue-store.ts'

/**
 * Moves the queues of an assessment to its new API name. Takes the lock of the queues of each environment: before any
 * lock that a change of a queue waits for.
 */
export async function renameQueues(
  trx: Db,
  environmentIds: readonly string[],
  before: string,
  after: string,
): Promise<void> {
  for (const environmentId of [...environmentIds].sort()) await lockQueues(trx, environmentId)
  await trx
    .updateTable('case_queue')
    .set(({ eb }) => ({ event_type: after, version: eb('version', '+', 1) }))
    .where('environment_id', 'in', [...environmentIds])
    .where('event_type', '=', before)
    .execute()
}
