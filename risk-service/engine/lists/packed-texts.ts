import { fnvHash } from '../lib/fnv-hash.ts'

/**
 * Texts in one long string with their end offsets: a list of two million keys is then a string and a typed array, and
 * not two million objects that the garbage collector visits.
 */
export class PackedTexts {
  readonly #text: string
  readonly #ends: Uint32Array
  constructor(text: string, ends: Uint32Array) {
    this.#text = text
    this.#ends = ends
  }

  get length(): number {
    return this.#ends.length
  }

  at(index: number): string {
    return this.#text.slice(this.#from(index), this.#ends[index])
  }

  /** Returns `at(index) === text`, without creating a text. */
  is(index: number, text: string): boolean {
    const from = this.#from(index)
    return (this.#ends[index] ?? 0) - from === text.length && this.#text.startsWith(text, from)
  }

  #from(index: number): number {
    return index === 0 ? 0 : (this.#ends[index - 1] ?? 0)
  }
}

const joinInterval = 8192

/** Collects texts one by one. */
export class TextPacker {
  #ends = new Uint32Array(1024)
  #count = 0
  #length = 0
  #fresh: string[] = []
  readonly #joined: string[] = []

  add(text: string): void {
    if (this.#count === this.#ends.length) {
      const larger = new Uint32Array(this.#ends.length * 2)
      larger.set(this.#ends)
      this.#ends = larger
    }
    this.#length += text.length
    this.#ends[this.#count++] = this.#length
    // Joined early: otherwise every text would retain the file that it was cut from.
    if (this.#fresh.push(text) === joinInterval) this.#joined.push(this.#fresh.splice(0).join(''))
  }

  finish(): PackedTexts {
    return new PackedTexts([...this.#joined, ...this.#fresh].join(''), this.#ends.slice(0, this.#count))
  }
}

const rowsPerSlice = 8192

/** First row of each key: a hash table with open addressing, at most half full. An empty key is in no row. */
export class KeyIndex {
  readonly #keys: PackedTexts
  readonly #table: Int32Array
  readonly #mask: number
  private constructor(keys: PackedTexts) {
    this.#keys = keys
    const size = 2 ** Math.ceil(Math.log2(Math.max(keys.length * 2, 8)))
    this.#table = new Int32Array(size)
    this.#mask = size - 1
  }

  static *build(keys: PackedTexts): Generator<undefined, KeyIndex> {
    const index = new KeyIndex(keys)
    for (let row = 0; row < keys.length; row++) {
      const key = keys.at(row)
      if (key !== '') index.#put(key, row)
      if (row % rowsPerSlice === rowsPerSlice - 1) yield
    }
    return index
  }

  #put(key: string, row: number): void {
    const slot = this.#slot(key)
    if (this.#table[slot] === 0) this.#table[slot] = row + 1
  }

  /** Returns the slot of the key, or the free slot for it. */
  #slot(key: string): number {
    let slot = fnvHash(key) & this.#mask
    for (;;) {
      const entry = this.#table[slot] ?? 0
      if (entry === 0 || this.#keys.is(entry - 1, key)) return slot
      slot = (slot + 1) & this.#mask
    }
  }

  /** Returns the row of a key; -1 when it is in none. */
  find(key: string): number {
    return key === '' ? -1 : (this.#table[this.#slot(key)] ?? 0) - 1
  }
}

/** Rows in the order of their keys, rows of the same key in file order; rows without a key are left out. */
export class KeyOrder {
  readonly #keys: PackedTexts
  readonly #rows: Int32Array
  private constructor(keys: PackedTexts, rows: Int32Array) {
    this.#keys = keys
    this.#rows = rows
  }

  /** Builds the order by a merge sort in steps: sorting two million keys takes seconds. */
  static *build(keys: PackedTexts): Generator<undefined, KeyOrder> {
    const rows = new Int32Array(keys.length)
    let present = 0
    for (let row = 0; row < keys.length; row++) {
      if (!keys.is(row, '')) rows[present++] = row
      if (row % rowsPerSlice === rowsPerSlice - 1) yield
    }
    let from = rows.subarray(0, present)
    let to = new Int32Array(from.length)
    for (let width = 1; width < from.length; width *= 2) {
      for (let start = 0, merged = 0; start < from.length; start += width * 2) {
        const middle = Math.min(start + width, from.length)
        const end = Math.min(middle + width, from.length)
        for (let a = start, b = middle, out = start; out < end; out++) {
          const left = b >= end || (a < middle && keys.at(from[a] ?? 0) <= keys.at(from[b] ?? 0))
          to[out] = (left ? from[a++] : from[b++]) ?? 0
          if (++merged % rowsPerSlice === 0) yield
        }
      }
      ;[from, to] = [to, from]
    }
    return new KeyOrder(keys, from)
  }

  /** Returns the row of the greatest key not above `key`, else of the smallest; -1 without rows. */
  closest(key: string): number {
    let low = 0
    let high = this.#rows.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#keys.at(this.#rows[middle] ?? 0) <= key) low = middle + 1
      else high = middle
    }
    if (low === 0) return this.#rows[0] ?? -1
    const found = this.#keys.at(this.#rows[low - 1] ?? 0)
    // The first of the rows with this key.
    while (low > 1 && this.#keys.is(this.#rows[low - 2] ?? 0, found)) low--
    return this.#rows[low - 1] ?? -1
  }
}
