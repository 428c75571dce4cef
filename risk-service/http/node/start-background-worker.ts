import { Worker, type WorkerOptions } from 'node:worker_threads'

interface BackgroundWorkerOptions extends WorkerOptions {
  name: string
  workerData: object
}

/**
 * Starts a thread whose priority is below that of decisions.
 * @param module what it runs, with `workerData` as its input
 */
export const startBackgroundWorker = (module: URL, { workerData, ...options }: BackgroundWorkerOptions): Worker =>
  new Worker(new URL('./background-worker.ts', import.meta.url), {
    ...options,
    workerData: { ...workerData, module: module.href },
  })
