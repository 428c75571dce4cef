import path from 'node:path'
import type pg from 'pg'
import { openKysely, openPool } from '../../risk-service/kernel/store/connection/connection.ts'
import { findPostmaster } from '../../risk-service/kernel/store/embedded/postmaster.ts'
import { rebuildRollups } from '../../risk-service/kernel/store/maintenance/rollups.ts'
import { ensureTextIndexes } from '../../risk-service/kernel/store/maintenance/text-index.ts'
import type { Service } from './harness.ts'

/** Process id of the database of a running bench service. */
export async function findDatabase(service: Service): Promise<{ pid: number; socketFolder: string }> {
  const running = await findPostmaster(path.join(service.dataDir, 'pg'))
  if (!running) throw new Error(`No database runs in ${service.dataDir}.`)
  return running
}

/** Pool on the database of a running bench service, over its socket. */
export async function openBenchPool(service: Service): Promise<pg.Pool> {
  const { socketFolder } = await findDatabase(service)
  return openPool(
    { host: socketFolder, user: 'assay', database: 'assay' },
    'bench',
    { write: () => undefined },
    { max: 2 },
  )
}

/** Counts the roll-ups of rows that were inserted by SQL. */
export async function recountRollups(pool: pg.Pool, environmentId: string): Promise<void> {
  await rebuildRollups(openKysely(pool), environmentId)
}

/** Runs the nightly job for the months that have ended. */
export async function buildTextIndexes(pool: pg.Pool): Promise<void> {
  await ensureTextIndexes(openKysely(pool), new Date(), {
    write: (_level, event) => process.stderr.write(`${event}\n`),
  })
}
