import type { FileTask, TaskAnswer, WorkerMessage } from './check-tasks.ts'

type AnswerOf<Task extends FileTask> = Extract<TaskAnswer, { kind: Task['kind'] }>

/** A file that cannot be read any more: it was moved, changed or deleted since it was chosen. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotReadableError' || error.name === 'NotFoundError')

const createWorker = () => new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module', name: 'upload' })

/**
 * Carries out a task in a worker of its own, so that the page stays usable. A signal that fires ends it.
 * @param onProgress called with the bytes that were read
 */
export function runInWorker<Task extends FileTask>(
  task: Task,
  { signal, onProgress = () => undefined }: { signal: AbortSignal; onProgress?: (bytes: number) => void },
): Promise<AnswerOf<Task>> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const worker = createWorker()
    const end = () => {
      signal.removeEventListener('abort', abort)
      worker.terminate()
    }
    const abort = () => {
      end()
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', abort, { once: true })
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.kind === 'progress') return onProgress(data.bytes)
      end()
      if (data.kind === 'answer') resolve(data.answer as AnswerOf<Task>)
      else reject(Object.assign(new Error(data.message), { name: data.name }))
    })
    worker.addEventListener('error', ({ message }) => {
      end()
      reject(new Error(message))
    })
    worker.postMessage(task)
  })
}
