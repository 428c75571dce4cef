/**
 * Detects a scroll that is too fast to be read. Frames that jump a quarter of a view, twice in a row, are a fast
 * scroll: the table then draws plain text in a few elements instead of some hundred cells. A single jump (a key, a
 * click on the bar) is not one.
 */
export class FastScroll {
  #last = 0
  #fast = 0
  active = false

  /** Returns whether the scroll is fast after a move to `top` in a view of this height. */
  update(top: number, view: number): boolean {
    const distance = Math.abs(top - this.#last)
    this.#last = top
    this.#fast = distance > view * 0.25 ? this.#fast + 1 : 0
    // The end needs a frame that is clearly slower, so that a steady speed at the limit does not flicker.
    this.active = this.active ? distance > view * 0.12 : this.#fast >= 2
    return this.active
  }

  /** Called when the scroll rests. */
  reset(top: number): void {
    this.#last = top
    this.#fast = 0
    this.active = false
  }
}
