/**
 * Gives every mounted row index a slot that is used again when the row scrolls away.
 * React then updates the text of existing elements instead of creating some hundred
 * elements per frame, and the focused row keeps its element while others come and go.
 */
export class SlotPool {
  readonly #slotOf = new Map<number, number>()
  #free: number[] = []
  #next = 0
  #order: number[] = []

  /** Slots for these row indexes, in the same order. Calling it twice with the same indexes changes nothing. */
  assign(indexes: readonly number[]): number[] {
    const visible = new Set(indexes)
    for (const [index, slot] of this.#slotOf) {
      if (visible.has(index)) continue
      this.#slotOf.delete(index)
      this.#free.push(slot)
    }
    const slots = indexes.map(index => {
      const assigned = this.#slotOf.get(index)
      if (assigned !== undefined) return assigned
      const slot = this.#free.pop() ?? this.#next++
      this.#slotOf.set(index, slot)
      return slot
    })
    return slots
  }

  /**
   * The assigned slots in the order their elements should stand. At rest that is the order of the rows,
   * as a screen reader expects; while scrolling every element stays where it is, because moving one
   * makes the browser style and lay it out anew.
   */
  arrange(assigned: readonly number[], scrolling: boolean): readonly number[] {
    if (!scrolling) {
      this.#order = [...assigned]
    } else {
      const here = new Set(assigned)
      const remaining = this.#order.filter(slot => here.delete(slot))
      this.#order = [...remaining, ...here]
    }
    return this.#order
  }
}

/**
 * How many rows a view shows changes by one with each fraction of a row it is scrolled: a row would be made and thrown
 * away every few frames. This keeps to the larger number until the view has another size.
 */
export class StableRowCount {
  #rows = 0

  /** Last row to draw for what is in view. */
  endOf({ startIndex, endIndex }: { startIndex: number; endIndex: number }): number {
    const rows = endIndex - startIndex
    this.#rows = Math.abs(rows - this.#rows) > 1 ? rows : Math.max(rows, this.#rows)
    return startIndex + this.#rows
  }
}
