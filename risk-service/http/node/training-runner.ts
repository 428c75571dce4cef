import type { Worker } from 'node:worker_threads'
import { type TrainingDeps, TrainingInterruptedError } from '../../features/models/training/run-trainings.ts'
import type { TrainingResult } from '../../features/models/training/train.ts'
import type { ConnectionTarget } from '../../kernel/store/connection/connection.ts'
import { startBackgroundWorker } from './start-background-worker.ts'
import type { TrainingWorkerMessage, TrainingWorkerTask } from './training-worker.ts'

/**
 * Trains models in separate threads. `stop` ends the running ones, which restart with the next start of the service.
 */
export function createTrainingRunner(target: ConnectionTarget): {
  perform: TrainingDeps['perform']
  stop: () => Promise<void>
} {
  const running = new Set<Worker>()
  return {
    perform: (task, onProgress) =>
      new Promise<TrainingResult | 'cancelled'>((resolve, reject) => {
        const worker = startBackgroundWorker(new URL('./training-worker.ts', import.meta.url), {
          workerData: { target, task } satisfies TrainingWorkerTask,
          name: 'training',
        })
        running.add(worker)
        // Checked every second as well, so that a cancelled training ends even without a progress report.
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
        worker.on('message', (message: TrainingWorkerMessage) => {
          if ('progress' in message) share = message.progress
          else end(() => resolve(message))
        })
        worker.on('error', error => end(() => reject(error instanceof Error ? error : new Error(String(error)))))
        worker.on('exit', () => end(() => reject(new TrainingInterruptedError('The thread of a training ended.'))))
      }),
    stop: async () => {
      await Promise.all([...running].map(worker => worker.terminate()))
    },
  }
}
