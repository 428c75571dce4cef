/** Runs cooperative work, which yields between its slices, without a pause. */
export function runSync<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Resolves when every work that paused before has had its turn. */
let lastTurn: Promise<void> = Promise.resolve()

/**
 * Returns a function that long work awaits at intervals: it yields to the event loop after some milliseconds of work.
 * Works that pause go on in turn, one in each turn of the event loop: ten of them delay a request no more than one does.
 */
export function createYieldPoint(milliseconds = 8): () => Promise<void> {
  let started = performance.now()
  return async () => {
    if (performance.now() - started < milliseconds) return
    lastTurn = lastTurn.then(() => new Promise(resolve => setTimeout(resolve, 0)))
    await lastTurn
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
