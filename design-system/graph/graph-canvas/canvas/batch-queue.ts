/** Number of elements processed in one task: small enough that a key press is not noticeably delayed. */
const batchSize = 400

export interface BatchQueue<T> {
  /**
   * Processes the first batch synchronously and each further one in a separate task, then calls `done`. A newer call
   * cancels an older one.
   */
  start: (items: readonly T[], take: (some: readonly T[]) => void, done: () => void) => void
  stop: () => void
}

/** Keeps a page responsive while something large is built. */
export function createBatchQueue<T>(size = batchSize): BatchQueue<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return {
    stop,
    start(items, take, done) {
      stop()
      const next = (from: number) => {
        take(items.slice(from, from + size))
        if (from + size >= items.length) return done()
        timer = setTimeout(() => next(from + size))
      }
      next(0)
    },
  }
}
