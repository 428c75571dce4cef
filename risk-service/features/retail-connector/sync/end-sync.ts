import { type RetailFailure, retailLimits } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import type { RetailPositions } from '../../../ports/tables/review/retail-connector.ts'
import { requestReport } from '../../loss-prevention/report/run-reports.ts'
import { type ClaimedConnection, lockClaimed } from './claim.ts'

const minute = 60_000
const intervalMs = retailLimits.syncHours * 60 * minute
/** Delays before a synchronisation that failed is tried again: after the first failure, the second, and every further one. */
const retryDelaysMs = [15 * minute, 60 * minute, 6 * 60 * minute, intervalMs] as const

/**
 * Ends the synchronisation of a claimed connection. Where it changed rows, a report of them is requested. One that failed
 * goes on where it was at the next one.
 */
export async function endSync(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  claimed: ClaimedConnection,
  failure: RetailFailure | null,
): Promise<void> {
  const { environment_id: environmentId } = claimed
  const now = clock()
  await db.transaction().execute(async trx => {
    if (!(await lockClaimed(trx, claimed))) return
    const counts = await trx
      .selectFrom('retail_sync')
      .select(['rows', 'changed', 'refused'])
      .where('id', '=', claimed.sync_id)
      .executeTakeFirstOrThrow()
    const own = failure ?? (counts.rows > 0 && counts.refused === counts.rows ? 'rows' : null)
    await finishSync(trx, claimed.sync_id, own, now)
    if (counts.changed > 0) await requestReport(trx, environmentId, now)
    const { positions } = await trx
      .selectFrom('retail_connection')
      .select('positions')
      .where('environment_id', '=', environmentId)
      .executeTakeFirstOrThrow()
    const delay =
      own === null ? intervalMs : (retryDelaysMs[Math.min(claimed.failures, retryDelaysMs.length - 1)] ?? intervalMs)
    await trx
      .updateTable('retail_connection')
      .set({
        status: own === null ? 'Connected' : 'Error',
        failure: own,
        failures: own === null ? 0 : claimed.failures + 1,
        ...(own === null ? { last_sync_at: now } : {}),
        next_sync_at: new Date(now.getTime() + delay),
        positions: JSON.stringify(begunAnew(positions)),
        sync_id: null,
        lease_owner: null,
        lease_until: null,
      })
      .where('environment_id', '=', environmentId)
      .execute()
  })
}

/** Ends the entry of a synchronisation. */
export async function finishSync(trx: Db, id: string, failure: RetailFailure | null, now: Date): Promise<void> {
  await trx
    .updateTable('retail_sync')
    .set({ status: failure === null ? 'Success' : 'Failed', failure, finished_at: now })
    .where('id', '=', id)
    .where('status', '=', 'Running')
    .execute()
}

/** Returns positions from which every entity is read by the next synchronisation. */
export const begunAnew = (positions: RetailPositions): RetailPositions =>
  Object.fromEntries(Object.entries(positions).map(([entity, position]) => [entity, { ...position, done: false }]))
