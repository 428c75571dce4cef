import path from 'node:path'
import type pg from 'pg'
import type { Db } from '../../ports/database.ts'
import type { Logger } from '../../ports/index.ts'
import type { Leases } from '../../ports/leases.ts'
import { codeOf } from '../errors/error-code.ts'
import { StartError } from '../errors/start-error.ts'
import type { Settings } from '../settings/settings.ts'
import { reuseBindBuffer } from './connection/binary/bind-buffer.ts'
import { type ConnectionTarget, openClient, openKysely, openPool } from './connection/connection.ts'
import { backgroundSettings, lowerConnectionPriority } from './connection/thread-priority.ts'
import { damagedError, type Embedded, isDamage, startEmbedded } from './embedded/embedded-server.ts'
import { findPostmaster } from './embedded/postmaster.ts'
import { createServiceDatabase, databaseName, serviceRole } from './embedded/service-database.ts'
import { readHealth, type StoreHealth } from './health.ts'
import { createLeases, noLeases } from './leases/leases.ts'
import { ensurePartitions } from './maintenance/partitions.ts'
import { migrate } from './migrate.ts'
import { newId } from './new-id.ts'
import { acquireServiceLock } from './service-lock.ts'

export { StartError } from '../errors/start-error.ts'
export type { StoreHealth } from './health.ts'

export interface Store {
  /** Names this process among those that use the database. */
  processId: string
  db: Db
  pool: pg.Pool
  /** The address of the database for threads and processes that open their own connections. */
  target: ConnectionTarget
  /** Connections of jobs and exports, without a limit on the time of a statement. */
  maintenance: Db
  maintenancePool: pg.Pool
  /**
   * The rows of this process in the roll-ups: two processes that write the same ones wait for each other, and both are
   * right.
   */
  stripe: number
  /** Opens a dedicated connection; call it again after a loss. */
  writer: () => Promise<pg.Client>
  /** Opens the connection that reads what other processes commit; call it again after a loss. */
  tail: () => Promise<pg.Client>
  /** Of work that one process does for all. */
  leases: Leases
  health: () => Promise<StoreHealth>
  /** Set by the job queue. */
  jobsRunning: boolean
  /** Idempotent. */
  close: () => Promise<void>
  /** Requests a stop of an embedded server without waiting. */
  abandon: () => Promise<void>
}

/** Interactive statements end after this time; exports and jobs run on the maintenance connections. */
const statementTimeout = 15_000
const oldestServer = 15

export interface OpenOptions {
  /** Called about every two seconds while a step takes long. */
  progress?: (line: string) => void
  /** Runs when another service holds the lock of the database after an outage, so that this service has to end. */
  onTaken?: () => void
  /** No service may run over the same server meanwhile; always so for an embedded store. */
  alone?: boolean
}

/**
 * Starts or connects to the database, acquires its lock, migrates the schema. Throws a `StartError` with the remedy.
 */
export async function openStore(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'retention'>,
  log: Logger,
  options: OpenOptions = {},
): Promise<Store> {
  if (settings.databaseUrl !== null) {
    return prepareDatabase({ connectionString: settings.databaseUrl }, 'this database', settings, log, options, null)
  }
  const embedded = await startEmbedded({
    dataDir: settings.dataDir,
    ...(options.progress ? { progress: options.progress } : {}),
    onOutage: state => log.write(state === 'gone' ? 3 : 1, `store.database-${state}`),
  })
  if (embedded.takenOver) log.write(1, 'store.taken-over')
  const target = { host: embedded.connection.host, user: serviceRole, database: databaseName }
  try {
    await createServiceDatabase(embedded.connection)
    return await prepareDatabase(target, `the data directory ${settings.dataDir}`, settings, log, options, embedded)
  } catch (error) {
    // The server belongs to the other service: it keeps running.
    if (error instanceof StartError && error.code === 'already-running') embedded.leave()
    else await embedded.stop()
    throw withRemedy(error, settings)
  }
}

/** Returns an error of a start as the line for the person at the terminal, where files of the database are damaged. */
export function withRemedy(error: unknown, settings: Pick<Settings, 'dataDir' | 'databaseUrl'>): unknown {
  if (error instanceof StartError || !isDamage(error)) return error
  if (settings.databaseUrl === null)
    return damagedError(path.join(settings.dataDir, 'pg'), codeOf(error), path.join(settings.dataDir, 'postgres.log'))
  return new StartError(
    'database-failed',
    `The database named by DATABASE_URL is damaged (${codeOf(error)}). Restore a backup; its own log names the file.`,
  )
}

/**
 * Opens the store for a command: that of a running service, else its own. The schema of a running service has to be the
 * same. @throws StartError
 */
export async function openSharedStore(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'retention'>,
  log: Logger,
): Promise<Store> {
  try {
    return await openStore(settings, log, { alone: true })
  } catch (error) {
    if (!(error instanceof StartError) || error.code !== 'already-running') throw error
    const running = settings.databaseUrl === null ? await findPostmaster(path.join(settings.dataDir, 'pg')) : null
    const target =
      settings.databaseUrl !== null
        ? { connectionString: settings.databaseUrl }
        : running
          ? { host: running.socketFolder, user: serviceRole, database: databaseName }
          : null
    if (!target) throw error
    const store = composeStore(target, log)
    const { migrations } = await store.health()
    if (migrations.applied === migrations.expected) return store
    await store.close()
    throw new StartError(
      'already-running',
      'The service that runs is of another version than this command. Restart the service first.',
    )
  }
}

async function prepareDatabase(
  target: ConnectionTarget,
  where: string,
  settings: Pick<Settings, 'retention'>,
  log: Logger,
  options: OpenOptions,
  server: Pick<Embedded, 'stop' | 'abandon'> | null,
): Promise<Store> {
  if (server === null) await checkServer(target)
  const release = await acquireServiceLock(
    target,
    log,
    where,
    options.onTaken ?? (() => undefined),
    server === null && options.alone !== true ? 'shared' : 'exclusive',
  )
  const store = composeStore(target, log, {
    onClose: async () => {
      await release()
      await server?.stop()
    },
    ...(server ? { abandon: server.abandon } : {}),
    isShared: server === null,
  })
  try {
    await migrate(store.maintenance)
    await ensurePartitions(store.maintenance, new Date(), settings.retention.eventMonths)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

async function checkServer(target: ConnectionTarget): Promise<void> {
  let client: pg.Client
  try {
    client = await openClient(target, 'assay-setup')
  } catch (error) {
    throw new StartError(
      'database-unreachable',
      `The database named by DATABASE_URL cannot be reached (${codeOf(error)}). Check address, user, password and database name, and that the server runs.`,
    )
  }
  try {
    const {
      rows: [row],
    } = await client.query<{ version: string; encoding: string; name: string; person: string; ready: boolean }>(`
      select current_setting('server_version') as version, current_setting('server_encoding') as encoding, current_database() as name, current_user as person,
        to_regclass('public.kysely_migration') is not null
          or (has_database_privilege(current_database(), 'CREATE') and coalesce(has_schema_privilege(to_regnamespace('public'), 'CREATE'), false)) as ready`)
    if (!row) return
    if (Number.parseInt(row.version, 10) < oldestServer) {
      throw new StartError(
        'database-version',
        `PostgreSQL ${row.version} is too old. Assay needs PostgreSQL ${oldestServer} or newer.`,
      )
    }
    if (row.encoding !== 'UTF8') {
      throw new StartError(
        'database-failed',
        `The database ${row.name} holds text as ${row.encoding}. Assay needs UTF8: make one with create database ... encoding 'UTF8' template template0.`,
      )
    }
    if (!row.ready) {
      throw new StartError(
        'database-failed',
        `The user ${row.person} may not make tables in the database ${row.name}. Make it the owner: alter database "${row.name}" owner to "${row.person}".`,
      )
    }
  } finally {
    await client.end()
  }
}

export interface ComposeOptions {
  onClose?: () => Promise<void>
  abandon?: () => Promise<void>
  /** Whether other processes may use the database, too. */
  isShared?: boolean
}

/** Creates pools and connections over one database, embedded or external. */
export function composeStore(address: ConnectionTarget, log: Logger, options: ComposeOptions = {}): Store {
  const processId = newId()
  const target = { ...address, processId }
  const pool = openPool(target, 'assay', log, { max: 12, statementTimeout })
  const maintenancePool = openPool(target, 'assay-jobs', log, { max: 3, settings: backgroundSettings })
  maintenancePool.on('connect', client => lowerConnectionPriority(client, target))
  const db = openKysely(pool)
  /** Dedicated connections; they end with the store. */
  const lent = new Set<pg.Client>()
  const lend = async (name: string, settings?: string): Promise<pg.Client> => {
    const client = await openClient(target, name, settings)
    lent.add(client)
    client.on('error', error => log.write(2, 'store.connection-lost', { pool: name, code: codeOf(error) }))
    client.on('end', () => lent.delete(client))
    return client
  }
  let closing: Promise<void> | undefined
  const close = async () => {
    await Promise.all([...lent].map(client => client.end().catch(() => undefined)))
    await Promise.all([pool, maintenancePool].map(each => (each.ending ? undefined : each.end())))
    await options.onClose?.()
  }
  const store: Store = {
    processId,
    target,
    db,
    pool,
    maintenancePool,
    maintenance: openKysely(maintenancePool),
    // The writer's few statements are planned once, whatever the first batch is: planning costs more than a small
    // batch.
    writer: async () =>
      reuseBindBuffer(
        await lend('assay-writer', `-c plan_cache_mode=force_generic_plan -c assay.stripe=${store.stripe}`),
      ),
    // What is new is at the end of an index, whatever the statistics of a table say that is filled and emptied.
    tail: () =>
      lend('assay-tail', '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c statement_timeout=5s'),
    stripe: 0,
    leases: options.isShared === true ? createLeases({ db, processId, log }) : noLeases,
    health: () => readHealth(store),
    jobsRunning: false,
    close: () => (closing ??= close()),
    abandon: options.abandon ?? (async () => undefined),
  }
  return store
}
