/** The event writer's own connection: opened again when it is lost, given up when it does not answer in time. */
import { type Logger, UnavailableError } from '../../../ports/index.ts'
import { codeOf } from '../../errors/error-code.ts'

/** What the writer needs of a connection: PostgreSQL's own client has it. */
export interface WriterConnection {
  query: <R extends object>(query: string | { name: string; text: string; values: unknown[] }) => Promise<{ rows: R[] }>
  on: (event: 'error' | 'end', listener: (error?: unknown) => void) => unknown
  end: () => Promise<void>
}

export interface GuardedConnection {
  /** False between a loss and the next connection, and after `close`. */
  isOpen: () => boolean
  /**
   * Runs work on the connection; gives the connection up when the database does not answer in time.
   *
   * @throws UnavailableError without a connection, after a time-out, and when the work fails otherwise than by its data
   */
  run: <T>(use: (connection: WriterConnection) => Promise<T>) => Promise<T>
  /** Ends it, without another one. */
  close: () => Promise<void>
}

interface GuardedConnectionOptions {
  /** Opens a connection; called again after it is lost. */
  connect: () => Promise<WriterConnection>
  log: Logger
  /** Longest that work may take before the connection is given up. */
  timeoutMs: number
  /** The connection is lost; the next one is not open yet. */
  onLost: () => void
}

const reconnectMs = 200

/** Opens the connection; rejects when the first one cannot be opened. */
export async function openGuardedConnection(options: GuardedConnectionOptions): Promise<GuardedConnection> {
  const { log, timeoutMs, onLost } = options
  let client: WriterConnection | null = null
  let closed = false

  function lost(which: WriterConnection, error?: unknown): void {
    if (client !== which) return
    client = null
    log.write(3, 'writer.connection-lost', { code: codeOf(error) })
    onLost()
    if (!closed) reconnect()
  }

  function adopt(fresh: WriterConnection): void {
    client = fresh
    fresh.on('error', (error: unknown) => {
      lost(fresh, error)
    })
    fresh.on('end', () => {
      lost(fresh)
    })
  }

  function reconnect(): void {
    setTimeout(() => {
      if (closed || client !== null) return
      options.connect().then(fresh => {
        if (closed) void fresh.end()
        else {
          adopt(fresh)
          log.write(1, 'writer.connected')
        }
      }, reconnect)
    }, reconnectMs)
  }

  async function run<T>(use: (connection: WriterConnection) => Promise<T>): Promise<T> {
    const connection = client
    if (connection === null) throw new UnavailableError('database')
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        lost(connection)
        void connection.end().catch(() => undefined)
        reject(new UnavailableError('database'))
      }, timeoutMs)
    })
    try {
      return await Promise.race([use(connection), late])
    } catch (error) {
      if (error instanceof UnavailableError || isAboutData(error)) throw error
      // Whether the batch was committed is unknown: the caller tries again and gets the stored answer, or a decision.
      lost(connection, error)
      void connection.end().catch(() => undefined)
      throw new UnavailableError('database')
    } finally {
      clearTimeout(timer)
    }
  }

  adopt(await options.connect())
  return {
    isOpen: () => client !== null,
    run,
    async close() {
      closed = true
      const connection = client
      client = null
      await connection?.end().catch(() => undefined)
    },
  }
}

/** True for errors that speak of the rows, not of the server or the connection. */
export function isAboutData(error: unknown): boolean {
  return error instanceof RangeError || /^(?:21|22|23|40|42)...$/.test(codeOf(error))
}
