/** Lets work that waits be done; soon again where it was just done. */
export type Pause = () => Promise<void>

/**
 * Returns a function that long work of a thread awaits at intervals: after some milliseconds of work it lets the answers
 * of the database be read, which works meanwhile. Unlike the yield point of the service it does not rest.
 * @param whenSent waits until the database has what it was sent: of a batch of megabytes a connection takes a part at a
 * time, and the database would wait for each next one until the work pauses again
 */
export function createShortPause(milliseconds = 2, whenSent: () => Promise<void> | null = () => null): Pause {
  let started = performance.now()
  return async () => {
    const sent = whenSent()
    if (sent === null && performance.now() - started < milliseconds) return
    await (sent ?? new Promise(resolve => setImmediate(resolve)))
    started = performance.now()
  }
}
