import pg from 'pg'
import { deferredWords } from './deferred-mark.ts'

interface Statement {
  text: string
  values: unknown[]
}
/** A connection of PostgreSQL's own client, as its queries use it. */
interface Connection {
  stream: { cork: () => void; uncork: () => void }
  parsedStatements: Record<string, string>
  parse: (message: object) => void
  bind: (message: object) => void
  execute: (message: object) => void
  sync: () => void
}

/** Deferred statements of a connection that are prepared: there are a few texts of them. */
const maxPrepared = 50

/** The end of a transaction, however it is written; `rollback to` is none. */
const ending = /^\s*(commit|end|rollback|abort)\b(?!\s+to\b)/i

/**
 * Has a connection send the deferred statements of a transaction together with its commit: they cost their work on the
 * server and no round trip, and both are done or neither. A statement in between that could read what they write is sent
 * after them, as is a savepoint. A deferred statement that fails fails the commit, and outside a transaction it is sent
 * like any other.
 */
export function deferStatements(client: pg.ClientBase): void {
  const names = new Map<string, string>()
  let created = 0
  let waiting: Statement[] = []
  let inTransaction = false
  const send = client.query.bind(client) as (...all: unknown[]) => Promise<pg.QueryResult>

  const commit = (statements: readonly Statement[]): Promise<pg.QueryResult> =>
    new Promise((resolve, reject) => {
      const named = [...statements, { text: 'commit', values: [] }].map(({ text, values }) => {
        if (!names.has(text) && names.size < maxPrepared) names.set(text, `deferred-${created++}`)
        return { name: names.get(text) ?? '', text, values }
      })
      const batch = createBatch(named, (error, command) => {
        if (error === null) return resolve({ command, rowCount: null, oid: 0, fields: [], rows: [] })
        // Which of them the server has prepared is not known: the next ones get names of their own.
        names.clear()
        reject(error)
      })
      void send(batch)
    })

  const query = (statement: unknown, ...rest: unknown[]): unknown => {
    if (typeof statement !== 'string') return afterDeferred(() => send(statement, ...rest))
    if (statement.startsWith(deferredWords) && inTransaction) {
      waiting.push({ text: statement, values: rest[0] as unknown[] })
      return Promise.resolve({ command: 'INSERT', rowCount: 0, oid: 0, fields: [], rows: [] })
    }
    if (statement === 'begin' || statement.startsWith('start transaction')) inTransaction = true
    else if (ending.test(statement)) inTransaction = false
    if (statement !== 'commit' && statement !== 'rollback') return afterDeferred(() => send(statement, ...rest))
    const [statements] = [waiting, (waiting = [])]
    return statement === 'commit' && statements.length > 0 ? commit(statements) : send(statement, ...rest)
  }

  /** Sends what was deferred, then another statement; the first failure is that of both. */
  function afterDeferred(next: () => unknown): unknown {
    if (waiting.length === 0) return next()
    const [statements] = [waiting, (waiting = [])]
    const sent = statements.map(({ text, values }) => send(text, values))
    return Promise.all([...sent, next()]).then(all => all.at(-1))
  }
  client.query = query as typeof client.query
}

/**
 * Creates a query of PostgreSQL's own client that sends several statements as one pipeline: after a failure the server
 * passes over all others up to the end of it.
 */
function createBatch(
  statements: readonly { name: string; text: string; values: unknown[] }[],
  done: (error: Error | null, command: string) => void,
) {
  let [failed, command] = [false, '']
  const ignore = () => undefined
  const fail = (error: Error): void => {
    if (failed) return
    failed = true
    done(error, '')
  }
  return {
    submit: (connection: Connection): null => {
      connection.stream.cork()
      for (const { name, ...statement } of statements) {
        const config = { ...statement, ...(name === '' ? {} : { name }), queryMode: 'extended' } as pg.QueryConfig
        const each = new pg.Query(config) as unknown as { submit: (connection: object) => void }
        each.submit({
          stream: {},
          parsedStatements: connection.parsedStatements,
          parse: (message: object) => connection.parse(message),
          bind: (message: object) => connection.bind(message),
          describe: ignore,
          execute: (message: object) => connection.execute(message),
          sync: ignore,
        })
        if (name !== '') connection.parsedStatements[name] = statement.text
      }
      connection.sync()
      connection.stream.uncork()
      return null
    },
    handleRowDescription: ignore,
    handleDataRow: ignore,
    handleEmptyQuery: ignore,
    handlePortalSuspended: ignore,
    handleCommandComplete: ({ text }: { text: string }) => {
      command = text
    },
    handleError: fail,
    handleReadyForQuery: () => {
      if (!failed) done(null, command)
    },
  }
}
