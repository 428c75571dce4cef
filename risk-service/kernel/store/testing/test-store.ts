import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import type { Logger } from '../../../ports/index.ts'
import { openClient, openKysely, openPool } from '../connection/connection.ts'
import { type Embedded, startEmbedded } from '../embedded/embedded-server.ts'
import { ensurePartitions } from '../maintenance/partitions.ts'
import { migrate } from '../migrate.ts'
import { composeStore, type Store } from '../store.ts'

/** Set by the run's global set-up; every test process finds the run's one cluster through it. */
export const testFolderVariable = 'ASSAY_TEST_STORE'
const template = 'assay_template'
let cluster: Promise<Embedded> | undefined

export const silentLog: Logger = { write: () => undefined }

/**
 * Creates a migrated database on the run's shared embedded PostgreSQL (fsync off), cloned from a template. `close()`
 * drops it. Call it once per test file, in `beforeAll`.
 */
export async function createTestStore(log: Logger = silentLog): Promise<Store> {
  cluster ??= startTestCluster()
  const { connection } = await cluster
  const database = `t_${randomUUID().replaceAll('-', '')}`
  await withAdminClient(connection, admin =>
    admin.query(`create database ${database} template ${template} strategy file_copy`),
  )
  return composeStore({ ...connection, database }, log, {
    onClose: () =>
      withAdminClient(connection, async admin => void (await admin.query(`drop database ${database} with (force)`))),
  })
}

/**
 * The first caller of a run starts the server, the others find it running: `startEmbedded` takes over a running server.
 */
async function startTestCluster(): Promise<Embedded> {
  const dataDir = process.env[testFolderVariable] ?? ownFolder()
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const embedded = await startEmbedded({ dataDir, unsafe: true, settings: { max_connections: '200' } })
  await withAdminClient(embedded.connection, async admin => {
    await admin.query('select pg_advisory_lock(1)')
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template])
    if (rowCount) return
    await admin.query(`drop database if exists ${template}_new`)
    await admin.query(`create database ${template}_new`)
    const pool = openPool({ ...embedded.connection, database: `${template}_new` }, 'template', silentLog, { max: 1 })
    const db = openKysely(pool)
    await migrate(db)
    await ensurePartitions(db, new Date())
    await db.destroy()
    await admin.query(`alter database ${template}_new rename to ${template}`)
  })
  return embedded
}

/** Outside a test run (a script): creates a folder of this process, which stops the server when it ends. */
function ownFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-test-'))
  chmodSync(folder, 0o755)
  process.once('exit', () => {
    try {
      const pid = Number(readFileSync(path.join(folder, 'pg/postmaster.pid'), 'utf8').split('\n')[0])
      process.kill(pid, 'SIGQUIT')
      // No asynchronous code runs any more: waits synchronously until the last files are written.
      for (let waited = 0; waited < 100 && existsSync(path.join(folder, 'pg/postmaster.pid')); waited++)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    } catch {
      // The server never started.
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  })
  return folder
}

async function withAdminClient<T>(
  connection: Embedded['connection'],
  work: (admin: pg.Client) => Promise<T>,
): Promise<T> {
  const admin = await openClient({ ...connection, database: 'postgres' }, 'test-admin')
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}
