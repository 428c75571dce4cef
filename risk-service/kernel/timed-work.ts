import type { Logger } from '../ports/index.ts'
import type { Leases } from '../ports/leases.ts'

/** Resumable work of a feature: it continues from the state in the database. */
export interface TimedWorkOptions {
  /** Seconds between two runs without a request. */
  everySeconds: number
  run: () => Promise<{ again: number | null }>
}
/** The lease of work that only one process may do at a time. */
export interface WorkLease {
  leases: Leases
  name: string
}
export interface TimedWork {
  /** Requests a run, now or after a number of seconds. */
  request: (afterSeconds?: number) => void
  /** Resolves when the current run has ended. */
  stop: () => Promise<void>
}

/** Another process does the work, and may have begun before what is requested was there. */
const retrySeconds = 1

/**
 * Runs work, never twice at the same time; the next run follows a failed one. With a lease, one process runs it for all
 * of them, as often as one alone would.
 */
export function startTimedWork(work: TimedWorkOptions, log: Logger, lease?: WorkLease): TimedWork {
  const run = async (requested: boolean): Promise<{ again: number | null }> => {
    if (lease === undefined) return await work.run()
    const gapMs = requested ? 0 : work.everySeconds * 900
    const result = await lease.leases.run(lease.name, gapMs, () => work.run())
    return result ?? { again: requested ? retrySeconds : null }
  }
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let running: Promise<void> | null = null
  let stopped = false
  let failing = false
  const go = async (requested: boolean): Promise<void> => {
    if (stopped) return
    if (running) {
      await running
      return go(requested)
    }
    running = run(requested)
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
      void go(true)
    }, afterSeconds * 1000)
    timers.add(timer)
  }
  // A run that takes longer than the interval is not followed by all that came due meanwhile.
  const interval = setInterval(() => {
    if (running === null) void go(false)
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
