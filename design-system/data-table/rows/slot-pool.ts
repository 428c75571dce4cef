/**
 * Assigns every mounted row index a slot that is reused when the row scrolls away. React then updates the text of
 * existing elements instead of creating some hundred elements per frame, and the focused row keeps its element while
 * others change.
 */
export class SlotPool {
  readonly #slotOf = new Map<number, number>()
  #free: number[] = []
  #next = 0
  #order: number[] = []

  /** Slots for these row indexes, in the same order. A second call with the same indexes changes nothing. */
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
   * The assigned slots in the order of their elements. At rest that is the order of the rows, as a screen reader
   * expects; during a scroll every element keeps its position, because moving one makes the browser style and lay it
   * out again.
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
 * The number of rows in a view changes by one with each fraction of a row that it is scrolled: a row would be created
 * and removed every few frames. This uses the larger number until the size of the view changes.
 */
export class StableRowCount {
  #rows = 0

  /** Last row to render for the visible range. */
  endOf({ startIndex, endIndex }: { startIndex: number; endIndex: number }): number {
    const rows = endIndex - startIndex
    this.#rows = Math.abs(rows - this.#rows) > 1 ? rows : Math.max(rows, this.#rows)
    return startIndex + this.#rows
  }
}
