/**
 * Returns a function that long work of a thread awaits at intervals: after some milliseconds of work it lets the answers
 * of the database be read, which works meanwhile. Unlike the yield point of the service it does not rest.
 */
export function createShortPause(milliseconds = 2): () => Promise<void> {
  let started = performance.now()
  return async () => {
    if (performance.now() - started < milliseconds) return
    await new Promise(resolve => setImmediate(resolve))
    started = performance.now()
  }
}
