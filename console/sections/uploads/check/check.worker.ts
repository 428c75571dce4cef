import type { FileTask, WorkerMessage } from './check-tasks.ts'
import { runTask } from './run-task.ts'

const post = (message: WorkerMessage) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<FileTask>) => {
  runTask(data, bytes => post({ kind: 'progress', bytes })).then(
    answer => post({ kind: 'answer', answer }),
    (error: unknown) => {
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      post({ kind: 'failed', name, message })
    },
  )
})
