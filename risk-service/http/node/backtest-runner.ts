import type { Worker } from 'node:worker_threads'
import { BacktestInterruptedError } from '../../features/backtests/backtest-job.ts'
import { SubjectNotFoundError } from '../../features/backtests/run/candidate-chain.ts'
import { type ChangedEvent, NoEventsError, type PerformBacktest } from '../../features/backtests/run/run-types.ts'
import type { ConnectionTarget } from '../../kernel/store/connection/connection.ts'
import { startBackgroundWorker } from './start-background-worker.ts'

type Message =
  | { kind: 'progress'; events: number; total: number; changed: ChangedEvent[] }
  | { kind: 'done'; result: Awaited<ReturnType<PerformBacktest>> }
  | { kind: 'failed'; reason: 'noEvents' | 'ruleGone' | 'internal'; name: string }

/**
 * Runs back-tests in separate threads. `stop` ends the running ones, which restart with the next start of the service.
 */
export function createBacktestRunner(target: ConnectionTarget): {
  perform: PerformBacktest
  stop: () => Promise<void>
} {
  const running = new Set<Worker>()
  return {
    perform: (input, { progress, mostChanged }) =>
      new Promise((resolve, reject) => {
        const worker = startBackgroundWorker(new URL('./backtest-worker.ts', import.meta.url), {
          workerData: { target, input, mostChanged },
          name: 'backtest',
          resourceLimits: { maxYoungGenerationSizeMb: 64 },
        })
        running.add(worker)
        const end = (settle: () => void): void => {
          running.delete(worker)
          settle()
          void worker.terminate()
        }
        worker.on('message', (message: Message) => {
          if (message.kind === 'done') end(() => resolve(message.result))
          else if (message.kind === 'failed')
            end(() =>
              reject(
                message.reason === 'noEvents'
                  ? new NoEventsError()
                  : message.reason === 'ruleGone'
                    ? new SubjectNotFoundError()
                    : new Error(message.name),
              ),
            )
          else
            progress(message.events, message.total, message.changed).then(
              () => worker.postMessage('taken'),
              (error: unknown) => end(() => reject(error instanceof Error ? error : new Error(String(error)))),
            )
        })
        worker.on('error', error => end(() => reject(error instanceof Error ? error : new Error(String(error)))))
        worker.on('exit', () => end(() => reject(new BacktestInterruptedError('The thread of a back-test ended.'))))
      }),
    stop: async () => {
      await Promise.all([...running].map(worker => worker.terminate()))
    },
  }
}
