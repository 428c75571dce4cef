import { Worker } from 'node:worker_threads'
import { SubjectGone } from './backtests/chain.ts'
import { Interrupted } from './backtests/jobs.ts'
import { type ChangedEvent, NoEvents, type RunHooks, type RunInput } from './backtests/run.ts'
import type { BacktestResult } from './contract/backtests.ts'
import type { Target } from './store/connection.ts'

type Message =
  | { kind: 'progress'; events: number; total: number; changed: ChangedEvent[] }
  | { kind: 'done'; result: BacktestResult }
  | { kind: 'failed'; reason: 'noEvents' | 'ruleGone' | 'internal'; name: string }

/** Runs back-tests in threads of their own. `stop` ends what runs; it begins anew with the next start. */
export function createBacktestRunner(target: Target): {
  perform: (input: RunInput, hooks: RunHooks) => Promise<BacktestResult>
  stop: () => Promise<void>
} {
  const running = new Set<Worker>()
  return {
    perform: (input, { progress, mostChanged }) =>
      new Promise((resolve, reject) => {
        const worker = new Worker(new URL('./backtest-worker.ts', import.meta.url), {
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
                  ? new NoEvents()
                  : message.reason === 'ruleGone'
                    ? new SubjectGone()
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
        worker.on('exit', () => end(() => reject(new Interrupted('The thread of a back-test ended.'))))
      }),
    stop: async () => {
      await Promise.all([...running].map(worker => worker.terminate()))
    },
  }
}
