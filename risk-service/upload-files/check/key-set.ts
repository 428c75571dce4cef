import type { RowBytes } from '../cells/row-bytes.ts'

/**
 * A set of keys in bounded memory: 64 bits of each are stored. It is complete up to its limit; afterwards it still finds
 * the keys that it has and accepts no more.
 */
export class KeySet {
  size = 0
  #slots = 1 << 12
  #high = new Uint32Array(this.#slots)
  #low = new Uint32Array(this.#slots)
  readonly #limit: number

  /** @param limit number of keys; eight million take 128 MiB */
  constructor(limit = 8_000_000) {
    this.#limit = limit
  }

  get isComplete(): boolean {
    return this.size < this.#limit
  }

  /** Adds a key; returns whether it was there. */
  add(parts: readonly string[]): boolean {
    hash.begin()
    for (const part of parts) hash.addText(part)
    return this.#add()
  }

  /** The same of cells of a row; an index below 0 is an empty one. */
  addCells(row: RowBytes, columns: readonly number[]): boolean {
    hash.addCells(row, columns)
    return this.#add()
  }

  has(parts: readonly string[]): boolean {
    hash.begin()
    for (const part of parts) hash.addText(part)
    return this.#has()
  }

  hasCells(row: RowBytes, columns: readonly number[]): boolean {
    hash.addCells(row, columns)
    return this.#has()
  }

  #add(): boolean {
    hash.end()
    const { high, low } = hash
    const slot = this.#find(high, low)
    if (this.#low[slot] !== 0) return true
    if (!this.isComplete) return false
    this.#high[slot] = high
    this.#low[slot] = low
    this.size++
    if (this.size * 2 > this.#slots) this.#grow()
    return false
  }

  #has(): boolean {
    hash.end()
    return this.#low[this.#find(hash.high, hash.low)] !== 0
  }

  /** Returns the slot of a key, or the free one where it belongs. */
  #find(high: number, low: number): number {
    const mask = this.#slots - 1
    let slot = (high ^ low) & mask
    while (this.#low[slot] !== 0 && (this.#low[slot] !== low || this.#high[slot] !== high)) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const [high, low] = [this.#high, this.#low]
    this.#slots *= 2
    this.#high = new Uint32Array(this.#slots)
    this.#low = new Uint32Array(this.#slots)
    for (let slot = 0; slot < low.length; slot++) {
      const stored = low[slot] ?? 0
      if (stored === 0) continue
      const free = this.#find(high[slot] ?? 0, stored)
      this.#high[free] = high[slot] ?? 0
      this.#low[free] = stored
    }
  }
}

/** Two independent hashes of 32 bits (a multiplicative one with a final mix); the second is never 0, a free slot. */
class KeyHash {
  high = 0
  low = 0
  #one = 0
  #two = 0

  begin(): void {
    this.#one = 0xdeadbeef
    this.#two = 0x41c6ce57
  }

  addText(part: string): void {
    for (let index = 0; index < part.length; index++) this.#add(part.charCodeAt(index))
    this.#endPart()
  }

  addCells(row: RowBytes, columns: readonly number[]): void {
    this.begin()
    const { bytes, starts, ends, marks } = row
    for (const column of columns) {
      // The bytes of a cell in ASCII are the codes of its characters.
      if (marks[column] !== 0) this.addText(row.text(column))
      else {
        const to = ends[column] as number
        for (let index = starts[column] as number; index < to; index++) this.#add(bytes[index] as number)
        this.#endPart()
      }
    }
  }

  end(): void {
    const one = this.#one
    const two = this.#two
    this.high = (Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)) >>> 0
    this.low = (Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)) >>> 0 || 1
  }

  /** `ab` and `c` are another key than `a` and `bc`. */
  #endPart(): void {
    this.#add(0x10000)
  }

  #add(code: number): void {
    this.#one = Math.imul(this.#one ^ code, 2654435761)
    this.#two = Math.imul(this.#two ^ code, 1597334677)
  }
}

const hash = new KeyHash()
