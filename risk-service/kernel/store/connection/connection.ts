import { type DatabaseConnection, type Driver, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Db } from '../../../ports/database.ts'
import type { Logger } from '../../../ports/index.ts'
import { codeOf } from '../../errors/error-code.ts'

/** Where the database is: a connection string, or the embedded server's socket folder. */
export type ConnectionTarget = { connectionString: string } | { host: string; user: string; database: string }

const int8 = 20
const numeric = 1700

/**
 * What every connection of the service has in common: counts, amounts and their sums (int8, numeric) arrive as numbers,
 * which stay below 2^53; time is UTC.
 */
function clientConfig(target: ConnectionTarget, name: string, settings = ''): pg.ClientConfig {
  return {
    ...target,
    application_name: name,
    // Short, so that a lost database shows as 503s and not as a queue of waiting requests.
    connectionTimeoutMillis: 2000,
    keepAlive: true,
    // Compiling a query costs more than any of ours gains; servers of others may have it on.
    options: `-c timezone=UTC -c jit=off ${settings}`.trim(),
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === int8 || oid === numeric
          ? Number
          : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  }
}

/** A lost connection is an event to log, not a reason to end: the pool opens a new one with the next query. */
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
  // While a client is lent out, the pool does not listen: without a listener of ours its loss would end the process.
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

export function openKysely(pool: pg.Pool): Db {
  return new Kysely<Database>({ dialect: new QuietDialect({ pool, controlClient: pg.Client }) })
}

/**
 * A query that its caller gave up ends with an error on the server, as it should; Kysely prints that to standard error,
 * where it looks like a fault. The caller has long had the reason of the signal.
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
      // Over before it could be cancelled, or out of reach: its caller waits for neither, and its time is limited
      // anyhow.
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

/** A connection of its own; the caller listens for its end. */
export async function openClient(target: ConnectionTarget, name: string, settings = ''): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(target, name, settings))
  client.on('error', () => undefined)
  await client.connect()
  return client
}
