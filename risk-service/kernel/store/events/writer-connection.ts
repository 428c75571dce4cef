/** The event writer's own connection: opened again after a loss, closed when it does not answer in time. */
import { type Logger, UnavailableError } from '../../../ports/index.ts'
import { codeOf } from '../../errors/error-code.ts'

/** The part of a connection that the writer needs: PostgreSQL's own client implements it. */
export interface WriterConnection {
  query: <R extends object>(query: string | { name: string; text: string; values: unknown[] }) => Promise<{ rows: R[] }>
  on: (event: 'error' | 'end', listener: (error?: unknown) => void) => unknown
  end: () => Promise<void>
}

export interface GuardedConnection {
  /** False between a loss and the next connection, and after `close`. */
  isOpen: () => boolean
  /**
   * Runs work on the connection; closes the connection when the database does not answer in time.
   *
   * @throws UnavailableError without a connection, after a time-out, and when the work fails for another reason than
   * its data
   */
  run: <T>(use: (connection: WriterConnection) => Promise<T>) => Promise<T>
  /** Closes the connection for good. */
  close: () => Promise<void>
}

interface GuardedConnectionOptions {
  /** Opens a connection; called again after it is lost. */
  connect: () => Promise<WriterConnection>
  log: Logger
  /** Longest time of work before the connection is closed. */
  timeoutMs: number
  /** Called when the connection is lost and the next one is not open yet. */
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
      // Whether the batch was committed is unknown: the caller retries and gets the stored answer, or a decision.
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

/** Returns true for errors that are caused by the rows, not by the server or the connection. */
export function isAboutData(error: unknown): boolean {
  return error instanceof RangeError || /^(?:21|22|23|40|42)...$/.test(codeOf(error))
}

/** Returns true for errors that a caller can cause by a value: they say nothing about the state of the database. */
export function isRefusedValue(error: unknown): boolean {
  return error instanceof RangeError || /^(?:21|22|23)...$/.test(codeOf(error))
}
