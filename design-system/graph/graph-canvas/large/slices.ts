/** Milliseconds of work between two frames: a frame has 16, and the browser needs some of them. */
const budget = 7

/** Work in steps: a generator that yields wherever it may be interrupted. */
export type Steps = Generator<void, void, void>

export interface SlicedWork {
  /** Begins work in place of what is under way; `done` is called at its end, unless it is replaced before. */
  start: (steps: Steps, done: () => void) => void
  stop: () => void
  /** Whether work is under way. */
  readonly isRunning: boolean
}

interface Scheduler {
  now: () => number
  /** Runs something in a task of its own; returns how to prevent it. */
  later: (run: () => void) => () => void
}

const browserScheduler: Scheduler = {
  now: () => performance.now(),
  later: run => {
    const timer = setTimeout(run)
    return () => clearTimeout(timer)
  },
}

/** Does long work in tasks so short that neither a key press nor a frame waits noticeably for them. */
export function createSlicedWork(scheduler: Scheduler = browserScheduler): SlicedWork {
  let cancel: () => void = () => undefined
  let running = false
  return {
    get isRunning() {
      return running
    },
    stop() {
      running = false
      cancel()
    },
    start(steps, done) {
      cancel()
      running = true
      const slice = () => {
        const end = scheduler.now() + budget
        while (scheduler.now() < end) {
          if (!steps.next().done) continue
          running = false
          return done()
        }
        cancel = scheduler.later(slice)
      }
      cancel = scheduler.later(slice)
    },
  }
}
