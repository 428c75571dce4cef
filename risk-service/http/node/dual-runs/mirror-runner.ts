import type { Worker } from 'node:worker_threads'
import type { ConnectionTarget } from '../../../kernel/store/connection/connection.ts'
import { startBackgroundWorker } from '../start-background-worker.ts'

/** What the thread of mirrors sends once it has compared what waits: the number of mirrors that run. */
export interface MirrorsCompared {
  running: number
}

export interface MirrorRunner {
  /** Compares the events of mirrors that wait. Calls during a comparison are one more. */
  work: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Compares events of mirrors in a thread of its own, which stays as long as a mirror runs: it has the counts of
 * velocities in memory. A thread that fails is started again with the next work.
 */
export function createMirrorRunner(target: ConnectionTarget): MirrorRunner {
  let worker: Worker | null = null
  let pending: PromiseWithResolvers<void> | null = null
  let working: Promise<void> | null = null
  let next: Promise<void> | null = null
  let isStopping = false

  function open(): Worker {
    const thread = startBackgroundWorker(new URL('./mirror-worker.ts', import.meta.url), {
      workerData: { target },
      name: 'mirrors',
      resourceLimits: { maxYoungGenerationSizeMb: 64 },
    })
    const close = (): void => {
      if (worker === thread) worker = null
      void thread.terminate()
    }
    thread.on('message', ({ running }: MirrorsCompared) => {
      if (running === 0) close()
      pending?.resolve()
    })
    thread.on('error', (error: unknown) => {
      close()
      pending?.reject(error)
    })
    thread.on('exit', () => {
      // Of a thread that another one has replaced, nobody waits.
      if (worker !== thread && worker !== null) return
      worker = null
      if (isStopping) pending?.resolve()
      else pending?.reject(new Error('The thread of mirrors ended.'))
    })
    return thread
  }
  function run(): Promise<void> {
    worker ??= open()
    pending = Promise.withResolvers()
    worker.postMessage('work')
    return pending.promise
  }
  function start(): Promise<void> {
    const current = run().finally(() => {
      working = null
    })
    working = current
    return current
  }
  return {
    work() {
      if (isStopping) return Promise.resolve()
      if (working === null) return start()
      next ??= working
        .catch(() => undefined)
        .then(() => {
          next = null
          return isStopping ? undefined : start()
        })
      return next
    },
    async stop() {
      isStopping = true
      await worker?.terminate()
    },
  }
}
