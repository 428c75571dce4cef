import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { ConnectionLease, SharedConnection } from './connection.ts'

/** Creates the PostgreSQL dialect over the one connection of the page's database. */
export function createPGliteDialect(connection: SharedConnection): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PGliteDriver(connection),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class LeasedConnection implements DatabaseConnection {
  readonly lent: ConnectionLease
  constructor(lent: ConnectionLease) {
    this.lent = lent
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affectedRows } = await this.lent.query(sql, parameters)
    return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) }
  }

  /** A statement runs here without interruption: its caller has left, and it ends by itself. */
  async cancelQuery() {
    /* No other connection exists from which to cancel it. */
  }

  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('The database in the browser does not stream.')
  }
}

class PGliteDriver implements Driver {
  readonly #connection: SharedConnection
  constructor(connection: SharedConnection) {
    this.#connection = connection
  }

  async init() {
    /* The database is opened before the dialect is created. */
  }
  async acquireConnection() {
    return new LeasedConnection(await this.#connection.lend())
  }
  async beginTransaction(connection: LeasedConnection) {
    await connection.lent.query('begin')
  }
  async commitTransaction(connection: LeasedConnection) {
    await connection.lent.query('commit')
  }
  async rollbackTransaction(connection: LeasedConnection) {
    await connection.lent.query('rollback')
  }
  async releaseConnection(connection: LeasedConnection) {
    connection.lent.release()
  }
  async destroy() {
    /* The opener of the database closes it. */
  }
}
