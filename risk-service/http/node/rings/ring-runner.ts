import type { Worker } from 'node:worker_threads'
import type { UnsearchedTypes } from '../../../features/graph/rings/ring-scope.ts'
import type { LiveHub } from '../../../kernel/live/live-hub.ts'
import type { ConnectionTarget } from '../../../kernel/store/connection/connection.ts'
import { startBackgroundWorker } from '../start-background-worker.ts'
import type { RingWorkerInput, RingWorkerMessage, RingWorkerOrder } from './ring-worker.ts'

export interface RingRunner {
  /**
   * Brings rings up to date, as far as one run goes.
   * @returns whether more events wait
   * @throws Error with the name of that of the thread; the next run begins a new thread where it has ended
   */
  run: () => Promise<boolean>
  stop: () => Promise<void>
}

/**
 * Keeps rings up to date in a thread of low priority, so that decisions do not wait for it. One run at a time.
 * @param startThread starts the thread; tests start one without code
 */
export function createRingRunner(
  target: ConnectionTarget,
  { unsearchedTypes, live }: { unsearchedTypes: UnsearchedTypes; live: Pick<LiveHub, 'publish'> },
  startThread: (...thread: Parameters<typeof startBackgroundWorker>) => Worker = startBackgroundWorker,
): RingRunner {
  let worker: Worker | null = null
  let settle: { resolve: (more: boolean) => void; reject: (error: Error) => void } | null = null

  function fail(name: string): void {
    const error = new Error('Rings could not be brought up to date.')
    error.name = name
    settle?.reject(error)
    settle = null
  }
  async function take(started: Worker, message: RingWorkerMessage): Promise<void> {
    // A thread that was given up says nothing about the run of the next one.
    if (worker !== started) return
    if (message.kind === 'publish') live.publish(message.publication)
    else if (message.kind === 'types') {
      const { environmentId } = message
      const types = await unsearchedTypes(environmentId)
      started.postMessage({ kind: 'types', environmentId, types } satisfies RingWorkerOrder)
    } else if (message.kind === 'failed') fail(message.name)
    else {
      settle?.resolve(message.more)
      settle = null
    }
  }
  function start(): Worker {
    const started = startThread(new URL('./ring-worker.ts', import.meta.url), {
      workerData: { target } satisfies RingWorkerInput,
      name: 'rings',
      resourceLimits: { maxYoungGenerationSizeMb: 64 },
    })
    const end = (name: string): void => {
      if (worker !== started) return
      worker = null
      fail(name)
    }
    started.on('message', (message: RingWorkerMessage) => {
      take(started, message).catch((error: unknown) => {
        // The thread is in the middle of its run, or waits for an answer: a second run must not share its memory.
        end(error instanceof Error ? error.name : 'unknown')
        void started.terminate()
      })
    })
    started.on('error', error => end(error instanceof Error ? error.name : 'unknown'))
    started.on('exit', () => end('RingThreadEnded'))
    return started
  }
  return {
    run: () =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject }
        worker ??= start()
        worker.postMessage({ kind: 'run' } satisfies RingWorkerOrder)
      }),
    async stop() {
      await worker?.terminate()
    },
  }
}
