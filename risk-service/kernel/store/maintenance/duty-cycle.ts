/** How long a run of work in slices lasts, and how it rests between two of them. */
export interface DutyCycle {
  /** Milliseconds. A run ends in time for the next one, which continues. */
  runMs: number
  rest: (milliseconds: number) => Promise<unknown>
}

const standard: DutyCycle = {
  runMs: 60_000,
  rest: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
}

/**
 * Starts the duty cycle of work that nobody waits for. The function it returns is called after each slice: it rests as long
 * as the slice took, so that half of the time belongs to others.
 * @returns a function that resolves to false when the run is over
 */
export function startDutyCycle(options: Partial<DutyCycle> = {}): () => Promise<boolean> {
  const { runMs, rest } = { ...standard, ...options }
  const ends = performance.now() + runMs
  let begun = performance.now()
  return async () => {
    const ended = performance.now()
    if (ended >= ends) return false
    await rest(ended - begun)
    begun = performance.now()
    return true
  }
}
