import type { Selectable } from 'kysely'
import {
  type RetailConnection,
  type RetailConnectorState,
  type RetailIssue,
  retailLimits,
  retailSystem,
} from '../../contract/index.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import type { RetailConnectionTable } from '../../ports/tables/review/retail-connector.ts'
import { fullMonths } from '../../upload-files/check/full-months.ts'
import { readTransactionPeriod } from '../loss-prevention/reads/transaction-period.ts'
import type { RetailCall } from './retail-call.ts'

type ReadCall = Pick<RetailCall, 'ports' | 'environmentId' | 'retail'>
export type ConnectionRow = Selectable<RetailConnectionTable>

export async function loadConnection(db: Db, environmentId: string): Promise<ConnectionRow | undefined> {
  return db.selectFrom('retail_connection').selectAll().where('environment_id', '=', environmentId).executeTakeFirst()
}

/** Returns the connection of an environment with its latest synchronisations. */
export async function loadState({ ports, environmentId, retail }: ReadCall): Promise<RetailConnectorState> {
  const row = await loadConnection(ports.db, environmentId)
  const syncs = await ports.db
    .selectFrom('retail_sync')
    .select(['id', 'started_at', 'finished_at', 'status', 'failure', 'rows', 'changed', 'refused'])
    .where('environment_id', '=', environmentId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(retailLimits.syncs)
    .execute()
  return {
    system: retail.connector?.system ?? retailSystem,
    available: retail.connector !== null,
    connection: row === undefined ? null : connectionOf(row, ports.clock()),
    shortPeriod: row?.last_sync_at == null ? null : await readShortPeriod(ports.db, environmentId),
    syncs: syncs.map(({ started_at, finished_at, ...sync }) => ({
      ...sync,
      startedAt: started_at.toISOString(),
      finishedAt: finished_at?.toISOString() ?? null,
    })),
  }
}

/** A report of loss prevention needs a full month. */
async function readShortPeriod(db: Db, environmentId: string): Promise<RetailConnectorState['shortPeriod']> {
  const period = await readTransactionPeriod(db, environmentId)
  return period !== null && fullMonths(period) === 0 ? period : null
}

const connectionOf = (row: ConnectionRow, now: Date): RetailConnection => ({
  address: row.address,
  status: row.status,
  failure: row.status === 'Error' ? row.failure : null,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  lastSyncAt: row.last_sync_at?.toISOString() ?? null,
  nextSyncAt: row.next_sync_at?.toISOString() ?? null,
  syncing: row.sync_id !== null || (row.next_sync_at !== null && row.next_sync_at <= now),
})

/** Returns the rows that a synchronisation left out. @throws NotFoundError */
export async function loadIssues(
  { ports, environmentId }: ReadCall,
  syncId: string,
): Promise<{ issues: RetailIssue[] }> {
  const sync = await ports.db
    .selectFrom('retail_sync')
    .select('issues')
    .where('environment_id', '=', environmentId)
    .where('id', '=', syncId)
    .executeTakeFirst()
  if (sync === undefined) throw new NotFoundError('There is no such synchronisation.')
  return { issues: [...sync.issues] }
}
