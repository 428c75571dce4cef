import { type ArrayKind, type ArrayValue, writeValue } from '../binary/binary-arrays.ts'

/** Whole numbers have the size of their column: a copy casts nothing. */
export type CopyKind = Exclude<ArrayKind, 'number'> | 'smallint' | 'int' | 'bigint'

/** A column of a table: its type, and where its value is in an item. */
export type CopyColumn<Item> = readonly [name: string, kind: CopyKind, read: (item: Item) => ArrayValue]

/** `PGCOPY`, flags and the size of what extends them (documentation of `COPY`, "Binary Format"). */
const head = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
/** Numbers from which on a column does not have them; those of a bigint are exact up to there. */
const limits = { smallint: 0x8000, int: 0x8000_0000, bigint: 2 ** 53 } as const

/** Rows of a table in PostgreSQL's binary form, in memory that each batch reuses from its start. */
export class CopyRows {
  #bytes: Buffer
  #view: DataView
  #length = 0

  constructor(size = 1 << 16) {
    this.#bytes = Buffer.allocUnsafeSlow(size)
    this.#view = new DataView(this.#bytes.buffer)
    this.reset()
  }

  /** Removes all rows. */
  reset(): void {
    this.#length = head.copy(this.#bytes)
  }

  /** Adds a row. @throws RangeError for a value that its type cannot represent */
  add<Item>(columns: readonly CopyColumn<Item>[], item: Item): void {
    this.#ensure(2)
    this.#view.setInt16(this.#length, columns.length)
    this.#length += 2
    for (let index = 0; index < columns.length; index++) {
      const [, kind, read] = columns[index] as CopyColumn<Item>
      this.#put(kind, read(item))
    }
  }

  /** Returns the rows as they are sent; they are valid until the next change. */
  finish(): Uint8Array {
    this.#ensure(2)
    this.#view.setInt16(this.#length, -1)
    return this.#bytes.subarray(0, this.#length + 2)
  }

  #put(kind: CopyKind, value: ArrayValue): void {
    if (value == null) {
      this.#ensure(4)
      this.#view.setInt32(this.#length, -1)
      this.#length += 4
      return
    }
    // A character takes three bytes at most; fixed sizes are up to 16.
    this.#ensure(24 + (typeof value === 'string' ? 3 * value.length : value instanceof Uint8Array ? value.length : 0))
    const at = this.#length + 4
    const length =
      kind === 'smallint' || kind === 'int' || kind === 'bigint'
        ? this.#putWhole(kind, Number(value), at)
        : writeValue(kind, this.#bytes, this.#view, value, at)
    this.#view.setInt32(at - 4, length)
    this.#length = at + length
  }

  #putWhole(kind: keyof typeof limits, value: number, at: number): number {
    const limit = limits[kind]
    if (!Number.isInteger(value) || value >= limit || value < -limit) throw new RangeError(`This is no ${kind}.`)
    if (kind === 'smallint') {
      this.#view.setInt16(at, value)
      return 2
    }
    if (kind === 'int') {
      this.#view.setInt32(at, value)
      return 4
    }
    // Two halves: a BigInt takes many times as long.
    const high = Math.floor(value / 0x1_0000_0000)
    this.#view.setInt32(at, high)
    this.#view.setUint32(at + 4, value - high * 0x1_0000_0000)
    return 8
  }

  #ensure(size: number): void {
    if (this.#length + size <= this.#bytes.length) return
    const bytes = Buffer.allocUnsafeSlow(2 * (this.#length + size))
    this.#bytes.copy(bytes, 0, 0, this.#length)
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer)
  }
}

/** The statement that copies rows with these columns into a table. */
export const copyStatement = <Item>(table: string, columns: readonly CopyColumn<Item>[]): string =>
  `copy ${table} (${columns.map(([name]) => name).join(', ')}) from stdin (format binary)`
