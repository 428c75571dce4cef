/** Measures the phases of a decision, one after another: their times are stored with the event. */
export class PhaseClock {
  /** Milliseconds of each phase that has ended, with two decimals. */
  readonly times: number[] = []
  private since = performance.now()

  /** Ends a phase and starts the next one. */
  mark(): void {
    const now = performance.now()
    this.times.push(Math.round((now - this.since) * 100) / 100)
    this.since = now
  }
}
