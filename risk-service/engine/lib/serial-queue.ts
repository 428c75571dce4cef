/**
 * Makes a line of its own: each piece of work begins when the one before has ended, well or not. What was read earlier
 * never replaces what was read later.
 */
export function createSerialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}
