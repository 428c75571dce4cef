/** Work that gives way at each `yield`, run in one go. */
export function atOnce<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** The same in steps of a few milliseconds, others in between. */
export async function inSteps<T>(work: Generator<undefined, T>, milliseconds = 8): Promise<T> {
  let started = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    if (performance.now() - started < milliseconds) continue
    await new Promise(resolve => setTimeout(resolve, 0))
    started = performance.now()
  }
}
