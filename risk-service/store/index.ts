import type { Kysely } from 'kysely'
import pg from 'pg'
import type { Logger } from '../ports.ts'
import { codeOf, openClient, openKysely, openPool, type Target } from './connection.ts'
import type { Database } from './schema.ts'

export { isOutage } from './connection.ts'
export { StartError } from './start-error.ts'

export interface Store {
  db: Kysely<Database>
  pool: pg.Pool
  /** For jobs: no limit on the time of a statement. */
  maintenance: Kysely<Database>
  maintenancePool: pg.Pool
  /** A new dedicated connection; when it is lost, ask for another. */
  writer: () => Promise<pg.Client>
  /** Idempotent. */
  close: () => Promise<void>
}

/** Interactive statements end after this time; exports and jobs run on the maintenance connections. */
const statementTimeout = 15_000

export interface ComposeOptions { onClose?: () => Promise<void>; poolSize?: number }

/** Pools and connections over one database, whoever runs it. */
export function composeStore(target: Target, log: Logger, options: ComposeOptions = {}): Store {
  const pool = openPool(target, 'assay', log, { max: options.poolSize ?? 12, statementTimeout })
  const maintenancePool = openPool(target, 'assay-jobs', log, { max: 3 })
  const db = openKysely(pool)
  const writers = new Set<pg.Client>()
  let closing: Promise<void> | undefined
  const close = async () => {
    await Promise.all([...writers].map(client => client.end().catch(() => undefined)))
    await Promise.all([endPool(pool), endPool(maintenancePool)])
    await options.onClose?.()
  }
  return {
    db, pool, maintenancePool,
    maintenance: openKysely(maintenancePool),
    writer: async () => {
      const client = await openClient(target, 'assay-writer')
      writers.add(client)
      client.on('error', error => log.write(2, 'store.connection-lost', { pool: 'assay-writer', code: codeOf(error) }))
      client.on('end', () => writers.delete(client))
      return client
    },
    close: () => (closing ??= close()),
  }
}

async function endPool(pool: pg.Pool): Promise<void> {
  if (!pool.ending) await pool.end().catch(() => undefined)
}
