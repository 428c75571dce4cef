import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import type { RetailPositions } from '../../../ports/tables/review/retail-connector.ts'

/** A connection that this process synchronises, as it was when it was claimed. */
export interface ClaimedConnection {
  environment_id: string
  tenant_id: string
  address: string
  positions: RetailPositions
  failures: number
  sync_id: string
  lease_owner: string
}

/** For so long a process has a connection to itself without a page: longer than the time-outs of one, repeated. */
const leaseMs = 180_000
/** Connections that are synchronised at the same time. */
const most = 4

export const leaseFrom = (now: Date): Date => new Date(now.getTime() + leaseMs)

/**
 * Claims connections whose time has come, or whose synchronisation lost its process: that one goes on where it was.
 * Nobody else claims them until the lease ends.
 */
export async function claimConnections(
  { db, clock, newId }: Pick<Ports, 'db' | 'clock' | 'newId'>,
  owner: string,
): Promise<ClaimedConnection[]> {
  const now = clock()
  return db.transaction().execute(async trx => {
    const { rows } = await sql<ClaimedConnection & { sync_id: string | null }>`
      with due as (
        select c.environment_id, e.tenant_id from retail_connection c
        join environment e on e.id = c.environment_id and e.status = 'Active'
        where c.status <> 'Disconnected' and (c.lease_until is null or c.lease_until <= ${now}::timestamptz)
          and (c.sync_id is not null or c.next_sync_at <= ${now}::timestamptz)
        order by c.next_sync_at nulls first limit ${most} for update of c skip locked
      )
      update retail_connection c set lease_owner = ${owner}::uuid, lease_until = ${leaseFrom(now)}::timestamptz
      from due where c.environment_id = due.environment_id
      returning c.environment_id, due.tenant_id, c.address, c.positions, c.failures, c.sync_id, c.lease_owner`.execute(
      trx,
    )
    const claimed: ClaimedConnection[] = []
    for (const row of rows) claimed.push({ ...row, sync_id: row.sync_id ?? (await beginSync(trx, row, newId(), now)) })
    return claimed
  })
}

async function beginSync(
  trx: Db,
  { environment_id }: { environment_id: string },
  id: string,
  now: Date,
): Promise<string> {
  await trx
    .insertInto('retail_sync')
    .values({ id, environment_id, started_at: now, status: 'Running', issues: '[]' })
    .execute()
  await trx.updateTable('retail_connection').set({ sync_id: id }).where('environment_id', '=', environment_id).execute()
  return id
}

/** Locks a claimed connection; false: it was disconnected, deleted or claimed by another process meanwhile. */
export async function lockClaimed(
  trx: Db,
  { environment_id, lease_owner, sync_id }: ClaimedConnection,
): Promise<boolean> {
  const row = await trx
    .selectFrom('retail_connection')
    .select('environment_id')
    .where('environment_id', '=', environment_id)
    .where('lease_owner', '=', lease_owner)
    .where('sync_id', '=', sync_id)
    .where('status', '<>', 'Disconnected')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Gives a connection back before its synchronisation has ended: the next process goes on at once. */
export async function releaseConnection(db: Db, { environment_id, lease_owner }: ClaimedConnection): Promise<void> {
  await db
    .updateTable('retail_connection')
    .set({ lease_until: null })
    .where('environment_id', '=', environment_id)
    .where('lease_owner', '=', lease_owner)
    .execute()
}
