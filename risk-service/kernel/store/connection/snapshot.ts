import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'

/**
 * Runs reads that see the database as of one moment, whatever is stored meanwhile. Work between the reads prolongs the
 * snapshot, for which the database retains what was replaced since: it is done after them. They group in memory.
 */
export const inSnapshot = <Read>(db: Db, reads: (trx: Db) => Promise<Read>): Promise<Read> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async trx => {
      await sql`set local work_mem = '64MB'`.execute(trx)
      return reads(trx)
    })
