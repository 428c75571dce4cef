/**
 * One parameter per column, as PostgreSQL's binary form of a one-dimensional array: nothing is quoted on this side and nothing
 * is parsed on the other, which costs the database a third of a decision when a batch travels as JSON.
 */
export type ArrayKind = 'uuid' | 'text' | 'time' | 'number' | 'json'
export type ArrayValue = string | number | Date | null | undefined

/** Object ids of the element types: fixed in every PostgreSQL. `number` is float8: exact up to 2^53, casts say what is out of range. */
const elementTypes = { uuid: 2950, text: 25, time: 1184, number: 701, json: 114 } as const
/** Name of the array type in a statement. */
export const arrayTypes: Record<ArrayKind, string> = { uuid: 'uuid[]', text: 'text[]', time: 'timestamptz[]', number: 'float8[]', json: 'json[]' }

const headerBytes = 20
/** Milliseconds from 1970 to 2000, where PostgreSQL counts from. */
const epoch = 946_684_800_000

/** Times are dates or ISO texts, `json` is JSON text. @throws RangeError for a value that its type cannot hold. */
export function binaryArray(kind: ArrayKind, values: readonly ArrayValue[]): Buffer {
  const fixed = kind === 'uuid' ? 16 : kind === 'time' || kind === 'number' ? 8 : null
  let size = headerBytes
  let nulls = 0
  for (const value of values) {
    size += 4
    if (value == null) nulls = 1
    else size += fixed ?? Buffer.byteLength(value as string)
  }
  const buffer = Buffer.allocUnsafe(size)
  buffer.writeInt32BE(1, 0)
  buffer.writeInt32BE(nulls, 4)
  buffer.writeInt32BE(elementTypes[kind], 8)
  buffer.writeInt32BE(values.length, 12)
  buffer.writeInt32BE(1, 16)
  let at = headerBytes
  for (const value of values) {
    const start = at + 4
    if (value == null) {
      buffer.writeInt32BE(-1, at)
      at = start
      continue
    }
    const length = write(kind, buffer, value, start)
    buffer.writeInt32BE(length, at)
    at = start + length
  }
  return buffer
}

function write(kind: ArrayKind, buffer: Buffer, value: string | number | Date, at: number): number {
  switch (kind) {
    case 'uuid': {
      if (buffer.write(String(value).replaceAll('-', ''), at, 16, 'hex') !== 16) throw new RangeError('This is no UUID.')
      return 16
    }
    case 'time': {
      const time = value instanceof Date ? value.getTime() : Date.parse(String(value))
      buffer.writeBigInt64BE(BigInt(time - epoch) * 1000n, at)
      return 8
    }
    case 'number':
      return buffer.writeDoubleBE(Number(value), at) - at
    default:
      return buffer.write(String(value), at, 'utf8')
  }
}
