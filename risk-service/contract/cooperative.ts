/** Work that gives way at each `yield`, run in one go. */
export function runSync<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Awaited now and then by work that takes long: lets others in once it has gone on for some milliseconds. */
export function createYieldPoint(milliseconds = 8): () => Promise<void> {
  let started = performance.now()
  return async () => {
    if (performance.now() - started < milliseconds) return
    await new Promise(resolve => setTimeout(resolve, 0))
    started = performance.now()
  }
}

/** The same in steps of a few milliseconds, others in between. */
export async function runInSlices<T>(work: Generator<undefined, T>, milliseconds = 8): Promise<T> {
  const pause = createYieldPoint(milliseconds)
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    await pause()
  }
}
