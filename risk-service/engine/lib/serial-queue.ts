/**
 * Creates a serial queue: each task begins when the previous one has ended, successfully or not. Data that was read
 * earlier never replaces data that was read later.
 */
export function createSerialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}
