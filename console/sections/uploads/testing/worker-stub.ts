import { vi } from 'vitest'
import type { FileTask, WorkerMessage } from '../check/check-tasks.ts'
import { runTask } from '../check/run-task.ts'

/** Stands in for the worker of the page, in its own thread, until `vi.unstubAllGlobals`. */
export function stubWorker(): void {
  class WorkerStub extends EventTarget {
    #isEnded = false
    postMessage(task: FileTask): void {
      const post = (data: WorkerMessage) => {
        if (!this.#isEnded) this.dispatchEvent(new MessageEvent('message', { data }))
      }
      runTask(task, bytes => post({ kind: 'progress', bytes })).then(
        answer => post({ kind: 'answer', answer }),
        (error: Error) => post({ kind: 'failed', name: error.name, message: error.message }),
      )
    }
    terminate(): void {
      this.#isEnded = true
    }
  }
  vi.stubGlobal('Worker', WorkerStub)
}
