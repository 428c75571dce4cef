import type { Worker } from 'node:worker_threads'
import type { DualRunReport } from '../../../contract/dual-runs/dual-run-report.ts'
import type { DualRunFailure } from '../../../contract/dual-runs/dual-runs.ts'
import {
  DualRunFailedError,
  DualRunInterruptedError,
  type PerformDualRun,
} from '../../../features/dual-runs/dual-run-job.ts'
import type { ConnectionTarget } from '../../../kernel/store/connection/connection.ts'
import { startBackgroundWorker } from '../start-background-worker.ts'

/** What the thread of a dual run sends. */
export type DualRunMessage =
  | { kind: 'progress'; events: number; total: number }
  | { kind: 'done'; report: DualRunReport }
  | { kind: 'failed'; failure: DualRunFailure | null; name: string }

/** Performs dual runs in separate threads. `stop` ends the running ones, which restart with the next start of the service. */
export function createDualRunRunner(target: ConnectionTarget): { perform: PerformDualRun; stop: () => Promise<void> } {
  const running = new Set<Worker>()
  let isStopping = false
  return {
    perform: ({ environment_id, id, file_name, event_type, words }, progress) =>
      new Promise((resolve, reject) => {
        const worker = startBackgroundWorker(new URL('./dual-run-worker.ts', import.meta.url), {
          workerData: { target, run: { environment_id, id, file_name, event_type, words } },
          name: 'dual-run',
          resourceLimits: { maxYoungGenerationSizeMb: 64 },
        })
        running.add(worker)
        const end = (settle: () => void): void => {
          running.delete(worker)
          settle()
          void worker.terminate()
        }
        worker.on('message', (message: DualRunMessage) => {
          if (message.kind === 'done') end(() => resolve(message.report))
          else if (message.kind === 'failed')
            end(() =>
              reject(message.failure === null ? new Error(message.name) : new DualRunFailedError(message.failure)),
            )
          else
            progress(message.events, message.total).then(
              () => worker.postMessage('taken'),
              (error: unknown) => end(() => reject(error instanceof Error ? error : new Error(String(error)))),
            )
        })
        worker.on('error', error => end(() => reject(error instanceof Error ? error : new Error(String(error)))))
        worker.on('exit', () =>
          end(() => {
            const text = 'The thread of a dual run ended.'
            reject(isStopping ? new DualRunInterruptedError(text) : new Error(text))
          }),
        )
      }),
    stop: async () => {
      isStopping = true
      await Promise.all([...running].map(worker => worker.terminate()))
    },
  }
}
