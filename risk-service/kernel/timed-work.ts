import type { Logger } from '../ports/index.ts'

/** Resumable work of a feature: it continues from the state in the database. */
export interface TimedWorkOptions {
  /** Seconds between two runs without a request. */
  everySeconds: number
  run: () => Promise<{ again: number | null }>
}
export interface TimedWork {
  /** Requests a run, now or after a number of seconds. */
  request: (afterSeconds?: number) => void
  /** Resolves when the current run has ended. */
  stop: () => Promise<void>
}

/** Runs work in this process, never twice at the same time; the next run follows a failed one. */
export function startTimedWork(work: TimedWorkOptions, log: Logger): TimedWork {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let running: Promise<void> | null = null
  let stopped = false
  let failing = false
  const go = async (): Promise<void> => {
    if (stopped) return
    if (running) {
      await running
      return go()
    }
    running = work
      .run()
      .then(
        ({ again }) => {
          failing = false
          if (again !== null) request(again)
        },
        (error: unknown) => {
          // Work of every second would fill the log during an outage.
          if (!failing) log.write(2, 'jobs.failed', { name: error instanceof Error ? error.name : 'unknown' })
          failing = true
        },
      )
      .finally(() => {
        running = null
      })
    await running
  }
  function request(afterSeconds = 0): void {
    if (stopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void go()
    }, afterSeconds * 1000)
    timers.add(timer)
  }
  // A run that takes longer than the interval is not followed by all that came due meanwhile.
  const interval = setInterval(() => {
    if (running === null) void go()
  }, work.everySeconds * 1000)
  return {
    request,
    async stop() {
      stopped = true
      clearInterval(interval)
      for (const timer of timers) clearTimeout(timer)
      await running
    },
  }
}
