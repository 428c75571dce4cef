import type { LiveHub } from '../../../kernel/live/live-hub.ts'
import type { Logger } from '../../../ports/index.ts'
import { createThreadRunner, type ThreadRunner } from '../thread-runner.ts'
import type { RunCounts } from './run-counts.ts'
import type { UploadWorkerInput, UploadWorkerMessage, UploadWorkerOrder } from './upload-worker.ts'

export interface UploadRunner extends Pick<ThreadRunner, 'run'> {
  /** Has the thread end its work after the current batch. */
  abort: () => void
  stop: () => Promise<void>
}

/** Processes uploaded files in a thread. */
export function createUploadRunner(
  input: UploadWorkerInput,
  {
    live,
    log,
    onCounts = () => undefined,
  }: { live: Pick<LiveHub, 'publish'>; log: Logger; onCounts?: (counts: RunCounts) => void },
): UploadRunner {
  const { run, current } = createThreadRunner<UploadWorkerMessage, UploadWorkerOrder>({
    module: new URL('./upload-worker.ts', import.meta.url),
    options: { workerData: input, name: 'uploads', resourceLimits: { maxYoungGenerationSizeMb: 64 } },
    failure: 'Uploaded files could not be processed.',
    ended: 'UploadThreadEnded',
    take(message) {
      if (message.kind === 'publish') live.publish(message.publication)
      else if (message.kind === 'counts') onCounts(message.counts)
      else log.write(...message.entry)
    },
  })
  return {
    run,
    abort: () => current()?.postMessage({ kind: 'stop' } satisfies UploadWorkerOrder),
    async stop() {
      await current()?.terminate()
    },
  }
}
