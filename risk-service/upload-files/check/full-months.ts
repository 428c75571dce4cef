/** Days of the rows of a file: the first and the last one, as ISO 8601 writes them. */
export interface Period {
  from: string
  to: string
}

const dayMs = 86_400_000

/** Returns the number of whole months of the calendar in a period of days, both included. */
export function fullMonths({ from, to }: Period): number {
  const first = new Date(`${from}T00:00:00Z`)
  const after = new Date(Date.parse(`${to}T00:00:00Z`) + dayMs)
  const start = first.getUTCFullYear() * 12 + first.getUTCMonth() + (first.getUTCDate() === 1 ? 0 : 1)
  const end = after.getUTCFullYear() * 12 + after.getUTCMonth()
  return Math.max(0, end - start)
}

/** Collects the days of cells. */
export class PeriodScan {
  #from: string | null = null
  #to: string | null = null

  /** @param time ISO 8601 */
  add(time: unknown): void {
    if (typeof time !== 'string') return
    const day = time.slice(0, 10)
    if (this.#from === null || day < this.#from) this.#from = day
    if (this.#to === null || day > this.#to) this.#to = day
  }

  period(): Period | null {
    return this.#from === null || this.#to === null ? null : { from: this.#from, to: this.#to }
  }
}
