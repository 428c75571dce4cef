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
    const [high, low] = hash(parts)
    const slot = this.#find(high, low)
    if (this.#low[slot] !== 0) return true
    if (!this.isComplete) return false
    this.#high[slot] = high
    this.#low[slot] = low
    this.size++
    if (this.size * 2 > this.#slots) this.#grow()
    return false
  }

  has(parts: readonly string[]): boolean {
    const [high, low] = hash(parts)
    return this.#low[this.#find(high, low)] !== 0
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
function hash(parts: readonly string[]): readonly [number, number] {
  let one = 0xdeadbeef
  let two = 0x41c6ce57
  for (const part of parts) {
    for (let index = 0; index < part.length; index++) {
      const code = part.charCodeAt(index)
      one = Math.imul(one ^ code, 2654435761)
      two = Math.imul(two ^ code, 1597334677)
    }
    // The end of a part: `ab` and `c` are another key than `a` and `bc`.
    one = Math.imul(one ^ 0x10000, 2654435761)
    two = Math.imul(two ^ 0x10000, 1597334677)
  }
  const high = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
  const low = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return [high >>> 0, low >>> 0 || 1]
}
