/** Elements that are taken in one task: few enough that a key waits no longer than a blink. */
const batchSize = 400

export interface BatchQueue<T> {
  /**
   * Takes the first portion at once and each further one in a task of its own, then `done`. A newer call ends an older
   * one.
   */
  start: (items: readonly T[], take: (some: readonly T[]) => void, done: () => void) => void
  stop: () => void
}

/** Lets a page react while something large is built up. */
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
