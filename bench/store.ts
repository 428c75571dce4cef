import path from 'node:path'
import type pg from 'pg'
import { openKysely, openPool } from '../risk-service/store/connection.ts'
import { findPostmaster } from '../risk-service/store/postmaster.ts'
import { recount } from '../risk-service/store/rollups.ts'
import { ensureTextIndexes } from '../risk-service/store/text-index.ts'
import type { Service } from './harness.ts'

/** Process id of the database of a running bench service. */
export async function databaseOf(service: Service): Promise<{ pid: number; socketFolder: string }> {
  const running = await findPostmaster(path.join(service.dataDir, 'pg'))
  if (!running) throw new Error(`No database runs in ${service.dataDir}.`)
  return running
}

/** Pool on the database of a running bench service, through its socket. */
export async function openBenchPool(service: Service): Promise<pg.Pool> {
  const { socketFolder } = await databaseOf(service)
  return openPool(
    { host: socketFolder, user: 'assay', database: 'assay' },
    'bench',
    { write: () => undefined },
    { max: 2 },
  )
}

/** Roll-ups of rows that were written by SQL. */
export async function recountRollups(pool: pg.Pool, environmentId: string): Promise<void> {
  await recount(openKysely(pool), environmentId)
}

/** What the nightly job does for the months that have ended. */
export async function indexTexts(pool: pg.Pool): Promise<void> {
  await ensureTextIndexes(openKysely(pool), new Date(), {
    write: (_level, event) => process.stderr.write(`${event}\n`),
  })
}
