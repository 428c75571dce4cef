import { createBufferArena } from './buffer-arena.ts'

/**
 * A batch has one parameter per column, in PostgreSQL's binary form of a one-dimensional array: neither side quotes or
 * parses. As JSON, a batch costs the database a third of a decision more.
 */
export type ArrayKind = 'uuid' | 'text' | 'time' | 'number' | 'json'
/** Bytes are those of a text in UTF-8. */
export type ArrayValue = string | number | Date | Uint8Array | null | undefined

/**
 * Object ids of the element types: fixed in every PostgreSQL. `number` is float8: exact up to 2^53, casts report values
 * out of range.
 */
const elementTypes = { uuid: 2950, text: 25, time: 1184, number: 701, json: 114 } as const
/** Name of the array type in a statement. */
export const arrayTypes: Record<ArrayKind, string> = {
  uuid: 'uuid[]',
  text: 'text[]',
  time: 'timestamptz[]',
  number: 'float8[]',
  json: 'json[]',
}

const headerBytes = 20
/** Milliseconds from 1970 to 2000, the epoch of PostgreSQL. */
const epoch = 946_684_800_000

/** Plain ASCII texts up to this length are written here: a native call would cost more than writing them. */
const shortText = 48

/**
 * Encodes one column. Times are dates or ISO texts, `json` is JSON text, also as bytes.
 * @throws RangeError for a value that its type cannot represent
 */
export function binaryArray(
  kind: ArrayKind,
  values: readonly ArrayValue[],
  allocate: (size: number) => Buffer = Buffer.allocUnsafe,
): Buffer {
  const fixed = kind === 'uuid' ? 16 : kind === 'time' || kind === 'number' ? 8 : null
  let size = headerBytes + 4 * values.length
  let nulls = 0
  for (const value of values) {
    if (value == null) nulls = 1
    // A character of a short text takes at most three bytes; a long text, or bytes, are measured.
    else
      size +=
        fixed ??
        ((value as string).length <= shortText ? 3 * (value as string).length : Buffer.byteLength(value as string))
  }
  const buffer = allocate(size)
  const view = new DataView(buffer.buffer, buffer.byteOffset, size)
  view.setInt32(0, 1)
  view.setInt32(4, nulls)
  view.setInt32(8, elementTypes[kind])
  view.setInt32(12, values.length)
  view.setInt32(16, 1)
  let at = headerBytes
  for (const value of values) {
    if (value == null) {
      view.setInt32(at, -1)
      at += 4
      continue
    }
    const length = writeValue(kind, buffer, view, value, at + 4)
    view.setInt32(at, length)
    at += 4 + length
  }
  return at === size ? buffer : buffer.subarray(0, at)
}

/** Encodes the arrays of consecutive batches in memory that each batch reuses from its start. */
export function reusedArrays(): () => (kind: ArrayKind, values: readonly ArrayValue[]) => Buffer {
  const scratch = createBufferArena()
  return () => {
    scratch.reset()
    return (kind, values) => binaryArray(kind, values, scratch.allocate)
  }
}

/** Writes a value without its length, which it returns. @throws RangeError for a value that its type cannot represent */
export function writeValue(
  kind: ArrayKind,
  buffer: Buffer,
  view: DataView,
  value: string | number | Date | Uint8Array,
  at: number,
): number {
  if (value instanceof Uint8Array) {
    buffer.set(value, at)
    return value.byteLength
  }
  switch (kind) {
    case 'uuid':
      return writeUuid(buffer, String(value), at)
    case 'time': {
      const time = (value instanceof Date ? value.getTime() : Date.parse(String(value))) - epoch
      if (Number.isNaN(time)) throw new RangeError('This is no time.')
      const micros = time * 1000
      // Exact for three centuries around 2000.
      if (Number.isSafeInteger(micros)) {
        const high = Math.floor(micros / 0x1_0000_0000)
        view.setInt32(at, high)
        view.setUint32(at + 4, micros - high * 0x1_0000_0000)
      } else view.setBigInt64(at, BigInt(time) * 1000n)
      return 8
    }
    case 'number':
      view.setFloat64(at, Number(value))
      return 8
    default:
      return writeText(buffer, String(value), at)
  }
}

function writeText(buffer: Buffer, text: string, at: number): number {
  if (text.length > shortText) return buffer.write(text, at, 'utf8')
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code > 0x7f) return buffer.write(text, at, 'utf8')
    buffer[at + index] = code
  }
  return text.length
}

/** Value of a hexadecimal digit by its code, 255 for any other character below 128. */
const digits = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(value) ? 255 : value
})

function writeUuid(buffer: Buffer, text: string, at: number): number {
  let wrong = text.length === 36 ? 0 : 1
  let to = at
  for (let index = 0; index < 36 && wrong === 0; index += 2) {
    if (index === 8 || index === 13 || index === 18 || index === 23) {
      if (text.charCodeAt(index) !== 45) wrong = 1
      index++
    }
    const high = digits[text.charCodeAt(index)] ?? 255
    const low = digits[text.charCodeAt(index + 1)] ?? 255
    if (high > 15 || low > 15) wrong = 1
    buffer[to++] = (high << 4) | low
  }
  if (wrong !== 0) throw new RangeError('This is no UUID.')
  return 16
}
