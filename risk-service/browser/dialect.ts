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
import type { Lent, OneConnection } from './connection.ts'

/** PostgreSQL's dialect over the one connection of the page's database. */
export function browserDialect(connection: OneConnection): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new BrowserDriver(connection),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class Borrowed implements DatabaseConnection {
  readonly lent: Lent
  constructor(lent: Lent) {
    this.lent = lent
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affectedRows } = await this.lent.query(sql, parameters)
    return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) }
  }

  /** A statement runs in one go here, and nothing can come between: its caller has left, and it ends by itself. */
  async cancelQuery() {
    /* There is no other connection to cancel it from. */
  }

  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('The database in the browser does not stream.')
  }
}

class BrowserDriver implements Driver {
  readonly #connection: OneConnection
  constructor(connection: OneConnection) {
    this.#connection = connection
  }

  async init() {
    /* The database is open before the dialect is made. */
  }
  async acquireConnection() {
    return new Borrowed(await this.#connection.lend())
  }
  async beginTransaction(connection: Borrowed) {
    await connection.lent.query('begin')
  }
  async commitTransaction(connection: Borrowed) {
    await connection.lent.query('commit')
  }
  async rollbackTransaction(connection: Borrowed) {
    await connection.lent.query('rollback')
  }
  async releaseConnection(connection: Borrowed) {
    connection.lent.release()
  }
  async destroy() {
    /* Whoever opened the database closes it. */
  }
}
