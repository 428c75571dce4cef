/**
 * Gives every mounted row index a slot that is used again when the row scrolls away.
 * React then updates the text of existing elements instead of creating some hundred
 * elements per frame, and the focused row keeps its element while others come and go.
 */
export class SlotPool {
  readonly #slotOf = new Map<number, number>()
  #free: number[] = []
  #next = 0

  /** Slots for these row indexes, in the same order. Calling it twice with the same indexes changes nothing. */
  assign(indexes: readonly number[]): number[] {
    const wanted = new Set(indexes)
    for (const [index, slot] of this.#slotOf) {
      if (wanted.has(index)) continue
      this.#slotOf.delete(index)
      this.#free.push(slot)
    }
    const slots = indexes.map(index => {
      const known = this.#slotOf.get(index)
      if (known !== undefined) return known
      const slot = this.#free.pop() ?? this.#next++
      this.#slotOf.set(index, slot)
      return slot
    })
    return slots
  }
}
