/** Runs cooperative work, which yields between its slices, without a pause. */
export function runSync<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/**
 * Returns a function that long work awaits at intervals: it yields to the event loop after some milliseconds of work.
 */
export function createYieldPoint(milliseconds = 8): () => Promise<void> {
  let started = performance.now()
  return async () => {
    if (performance.now() - started < milliseconds) return
    await new Promise(resolve => setTimeout(resolve, 0))
    started = performance.now()
  }
}

/** Runs cooperative work in slices of a few milliseconds, and yields to the event loop between them. */
export async function runInSlices<T>(work: Generator<undefined, T>, milliseconds = 8): Promise<T> {
  const pause = createYieldPoint(milliseconds)
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    await pause()
  }
}
