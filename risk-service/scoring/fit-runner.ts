import { Worker } from 'node:worker_threads'
import type { Target } from '../store/connection.ts'
import type { WorkerMessage, WorkerTask } from './fit-worker.ts'
import type { Learnt } from './learn.ts'
import { type FitDeps, Interrupted } from './run-fits.ts'

/** Fits models in threads of their own. `stop` ends what runs; it begins anew with the next start. */
export function createFitRunner(target: Target): { perform: FitDeps['perform']; stop: () => Promise<void> } {
  const running = new Set<Worker>()
  return {
    perform: (task, onProgress) =>
      new Promise<Learnt | 'cancelled'>((resolve, reject) => {
        const worker = new Worker(new URL('./fit-worker.ts', import.meta.url), {
          workerData: { target, task } satisfies WorkerTask,
          name: 'fit',
        })
        running.add(worker)
        // Looked at every second as well: a cancelled fit ends even while nothing is told.
        let share = 0
        const look = setInterval(() => {
          onProgress(share).then(
            goOn => {
              if (!goOn) end(() => resolve('cancelled'))
            },
            () => undefined,
          )
        }, 1000)
        const end = (settle: () => void): void => {
          clearInterval(look)
          running.delete(worker)
          settle()
          void worker.terminate()
        }
        worker.on('message', (message: WorkerMessage) => {
          if ('progress' in message) share = message.progress
          else end(() => resolve(message))
        })
        worker.on('error', error => end(() => reject(error instanceof Error ? error : new Error(String(error)))))
        worker.on('exit', () => end(() => reject(new Interrupted('The thread of a fit ended.'))))
      }),
    stop: async () => {
      await Promise.all([...running].map(worker => worker.terminate()))
    },
  }
}
