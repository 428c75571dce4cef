import pg from 'pg'

/** The part of a connection that copying needs. */
interface Connection {
  stream: {
    writable: boolean
    cork: () => void
    uncork: () => void
    write: (part: Uint8Array, onWritten?: () => void) => boolean
  }
  endCopyFrom: () => void
}

/** Bytes of a message: the server reads it as a whole, in memory that it uses again for the next one. */
const messageSize = 1 << 16

/** A statement `copy … from stdin (format binary)` with its rows. */
class Copy extends pg.Query {
  readonly #rows: Uint8Array
  readonly #onSending: ((sent: Promise<void>) => void) | undefined

  constructor(text: string, rows: Uint8Array, onSending?: (sent: Promise<void>) => void) {
    super({ text })
    this.#rows = rows
    this.#onSending = onSending
  }

  /** The server waits for rows. */
  handleCopyInResponse(connection: Connection): void {
    const { stream } = connection
    const rows = this.#rows
    const sent = new Promise<void>(resolve => {
      stream.cork()
      for (let from = 0; from < rows.length; from += messageSize) {
        const part = rows.subarray(from, from + messageSize)
        const head = Buffer.allocUnsafe(5)
        head.writeUInt8(0x64, 0)
        head.writeInt32BE(part.length + 4, 1)
        stream.write(head)
        // The end is called with an error, too, when the connection is lost.
        stream.write(part, from + messageSize >= rows.length ? resolve : undefined)
      }
      stream.uncork()
    })
    this.#onSending?.(sent)
    connection.endCopyFrom()
  }
}

/**
 * Lets a connection copy rows into a table: a statement `copy …` that is sent with one value, the rows in PostgreSQL's
 * binary form. Copied rows cost the server two thirds of inserted ones.
 * @param onSending called with the end of the sending of rows
 */
export function acceptCopies(client: pg.ClientBase, onSending?: (sent: Promise<void>) => void): void {
  const send = client.query.bind(client) as (...all: unknown[]) => unknown
  const query = (statement: unknown, values: unknown, ...rest: unknown[]): unknown => {
    if (typeof statement !== 'string' || !statement.startsWith('copy ') || !Array.isArray(values))
      return send(statement, values, ...rest)
    const copy = new Copy(statement, values[0] as Uint8Array, onSending)
    return new Promise((resolve, reject) => {
      const settled = copy as unknown as { callback: (error: Error | null, result: unknown) => void }
      settled.callback = (error, result) => (error === null ? resolve(result) : reject(error))
      send(copy)
    })
  }
  client.query = query as typeof client.query
}
