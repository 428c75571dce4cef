import { type DatabaseConnection, type Driver, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Db } from '../../../ports/database.ts'
import type { Logger } from '../../../ports/index.ts'
import { codeOf } from '../../errors/error-code.ts'
import { acceptCopies } from './copy/copy-statements.ts'
import { deferStatements } from './deferred/deferred-statements.ts'

/** The address of the database: a connection string, or the embedded server's socket folder. */
export type ConnectionTarget = ({ connectionString: string } | { host: string; user: string; database: string }) & {
  /** The service process, which the names of its connections show. */
  processId?: string
}

/** The name of a connection, as `pg_stat_activity` shows it. */
export const connectionName = (name: string, processId: string | undefined): string =>
  processId === undefined ? name : `${name}/${processId.slice(-12)}`

const int8 = 20
const numeric = 1700

/**
 * The common settings of every connection of the service: counts, amounts and their sums (int8, numeric) arrive as
 * numbers, which stay below 2^53; time is UTC.
 */
function clientConfig({ processId, ...target }: ConnectionTarget, name: string, settings = ''): pg.ClientConfig {
  return {
    ...target,
    application_name: connectionName(name, processId),
    // Short, so that a lost database shows as 503s and not as a queue of waiting requests.
    connectionTimeoutMillis: 2000,
    keepAlive: true,
    // JIT compilation of a query costs more than any query of the service gains; it may be on at external servers.
    options: `-c timezone=UTC -c jit=off ${settings}`.trim(),
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === int8 || oid === numeric
          ? Number
          : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  }
}

/**
 * Opens a pool. A lost connection is logged and does not end the process: the pool opens a new one with the next query.
 */
export function openPool(
  target: ConnectionTarget,
  name: string,
  log: Logger,
  options: { max: number; statementTimeout?: number; settings?: string },
): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(target, name, options.settings),
    max: options.max,
    idleTimeoutMillis: 60_000,
    ...(options.statementTimeout === undefined ? {} : { statement_timeout: options.statementTimeout }),
  })
  pool.on('error', error => log.write(2, 'store.connection-lost', { pool: name, code: codeOf(error) }))
  // The pool does not listen while a client is checked out: without this listener the loss of its connection would end
  // the process.
  pool.on('connect', client => {
    client.on('error', () => undefined)
    acceptCopies(client)
    deferStatements(client)
  })
  return pool
}

export function openKysely(pool: pg.Pool): Db {
  return new Kysely<Database>({ dialect: new QuietDialect({ pool, controlClient: pg.Client }) })
}

/**
 * A query that its caller aborted ends with an error on the server, as intended; Kysely prints it to standard error,
 * where it looks like a fault. The caller has already received the reason of the signal.
 */
class QuietDialect extends PostgresDialect {
  override createDriver(): Driver {
    const driver = super.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    const quiet = new WeakSet<DatabaseConnection>()
    driver.acquireConnection = async options => {
      const connection = await acquire(options)
      if (quiet.has(connection)) return connection
      quiet.add(connection)
      const execute = connection.executeQuery.bind(connection)
      const cancel = connection.cancelQuery?.bind(connection)
      // The query may have ended before the cancellation, or the server may be unreachable: the caller waits for
      // neither, and the time of the query is limited in any case.
      if (cancel) connection.cancelQuery = provider => cancel(provider).catch(() => undefined)
      connection.executeQuery = async <R>(...[query, options]: Parameters<typeof execute<R>>) => {
        try {
          return await execute<R>(query, options)
        } catch (error) {
          if (options?.signal?.aborted) return { rows: [] }
          throw error
        }
      }
      return connection
    }
    return driver
  }
}

/** Opens a dedicated connection; the caller listens for its end. */
export async function openClient(target: ConnectionTarget, name: string, settings = ''): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(target, name, settings))
  client.on('error', () => undefined)
  await client.connect()
  return client
}
