/** Cells that are cached, and the longest of them. */
const limits = { slots: 64, length: 40 }

/**
 * What was made of the last different cells of a column: values of a list, flags and small objects repeat from row to
 * row.
 */
export class CellCache<Value> {
  readonly #cells = new Array<Uint8Array | undefined>(limits.slots).fill(undefined)
  readonly #marks = new Uint8Array(limits.slots)
  readonly #values = new Array<Value | undefined>(limits.slots).fill(undefined)
  #slot = 0

  /** Returns what was made of a cell; undefined where it is not cached. */
  find(bytes: Uint8Array, from: number, to: number, mark: number): Value | undefined {
    const length = to - from
    if (length > limits.length) return undefined
    let hash = length
    for (let index = from; index < to; index++) hash = (Math.imul(hash, 31) + (bytes[index] as number)) | 0
    this.#slot = (hash ^ (hash >>> 6) ^ (hash >>> 12)) & (limits.slots - 1)
    const cell = this.#cells[this.#slot]
    if (cell === undefined || cell.length !== length || this.#marks[this.#slot] !== mark) return undefined
    for (let index = 0; index < length; index++) if (cell[index] !== bytes[from + index]) return undefined
    return this.#values[this.#slot]
  }

  /** Caches what was made of the cell that `find` has just not found. */
  add(bytes: Uint8Array, from: number, to: number, mark: number, value: Value): void {
    if (to - from > limits.length) return
    this.#cells[this.#slot] = bytes.slice(from, to)
    this.#marks[this.#slot] = mark
    this.#values[this.#slot] = value
  }
}
