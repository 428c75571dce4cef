import type pg from 'pg'
import { type BufferArena, createBufferArena } from './buffer-arena.ts'

interface BindParameters {
  portal?: string
  statement?: string
  values?: readonly unknown[]
  binary?: boolean
  valueMapper?: (value: unknown, index: number) => unknown
}
interface Connection {
  stream: { writable: boolean; write: (message: Buffer, onWritten?: () => void) => boolean }
  bind: (bind: BindParameters) => void
}

/**
 * Makes the values of all statements of this connection use the same memory again. PostgreSQL's own client allocates a
 * new buffer for every statement and grows it by halves: for a batch of decisions three times its content
 * (`buffer-arena.ts` describes the cost). A connection has one statement in progress at a time, and the end of a
 * statement proves that the server has read the values.
 * @param onSending called with the end of the sending of each message
 */
export function reuseBindBuffer(client: pg.Client, onSending?: (sent: Promise<void>) => void): pg.Client {
  const { connection } = client as unknown as { connection: Connection }
  const scratch = createBufferArena()
  connection.bind = bind => {
    scratch.reset()
    const message = bindMessage(bind, scratch)
    if (!connection.stream.writable) return
    if (onSending === undefined) connection.stream.write(message)
    // The end is called with an error, too, when the connection is lost.
    else onSending(new Promise(resolve => connection.stream.write(message, () => resolve())))
  }
  return client
}

/**
 * The message `Bind` of PostgreSQL's protocol (documentation, "Message Formats"): buffers are binary values, everything
 * else is text.
 */
function bindMessage(
  { portal = '', statement = '', values = [], binary = false, valueMapper = value => value }: BindParameters,
  scratch: BufferArena,
): Buffer {
  const mapped = values.map((value, index) => {
    const plain = valueMapper(value, index)
    return plain == null || Buffer.isBuffer(plain) ? (plain ?? null) : String(plain)
  })
  const sizes = mapped.map(value => (value === null ? 0 : Buffer.byteLength(value)))
  const [portalSize, statementSize] = [Buffer.byteLength(portal), Buffer.byteLength(statement)]
  const size =
    5 +
    portalSize +
    1 +
    statementSize +
    1 +
    2 +
    2 * mapped.length +
    2 +
    4 * mapped.length +
    sizes.reduce((sum, each) => sum + each, 0) +
    4
  const message = scratch.allocate(size)
  let at = message.writeUInt8(0x42, 0)
  at = message.writeInt32BE(size - 1, at)
  for (const name of [portal, statement]) at = message.writeUInt8(0, at + message.write(name, at))
  at = message.writeUInt16BE(mapped.length, at)
  for (const value of mapped) at = message.writeInt16BE(Buffer.isBuffer(value) ? 1 : 0, at)
  at = message.writeUInt16BE(mapped.length, at)
  mapped.forEach((value, index) => {
    at = message.writeInt32BE(value === null ? -1 : (sizes[index] ?? 0), at)
    if (Buffer.isBuffer(value)) at += value.copy(message, at)
    else if (value !== null) at += message.write(value, at)
  })
  at = message.writeInt16BE(1, at)
  message.writeInt16BE(binary ? 1 : 0, at)
  return message
}
