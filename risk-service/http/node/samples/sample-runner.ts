import type { Worker } from 'node:worker_threads'
import type { RunSample } from '../../../engine/replay/sample-resources.ts'
import { toCloneableNames } from '../../../engine/trials/cloneable-names.ts'
import type { ResourceReaders } from '../../../fql/index.ts'
import type { ConnectionTarget } from '../../../kernel/store/connection/connection.ts'
import { UnavailableError } from '../../../ports/index.ts'
import { startBackgroundWorker } from '../start-background-worker.ts'
import { answerQuestion, methodsByReader, openAnswerChannel } from '../thread-readers/answer-questions.ts'
import type { AnswerChannel } from '../thread-readers/questions.ts'
import type { SampleMessage, SampleTask, SampleThreadStart } from './sample-messages.ts'

interface Waiting {
  readers: ResourceReaders
  resolve: (run: Awaited<ReturnType<RunSample>>) => void
  reject: (error: Error) => void
}
interface SampleThread {
  worker: Worker
  channel: AnswerChannel
  /** By the number of the sample. */
  waiting: Map<number, Waiting>
}

/**
 * Runs samples in one thread, several in turns. It starts with the first sample, and ends with one that does not end by
 * itself: all that run then have no result, and the next one starts another thread.
 * @param options.timeLimitMs of one sample, in milliseconds, with its reads
 */
export function createSampleRunner(
  target: ConnectionTarget,
  { timeLimitMs = 20_000 } = {},
): { run: RunSample; stop: () => Promise<void> } {
  let current: SampleThread | null = null
  let samples = 0

  /** Ends a thread, and all that waits for it. */
  async function end(thread: SampleThread): Promise<void> {
    if (current === thread) current = null
    const { waiting, worker } = thread
    for (const { reject } of waiting.values()) reject(new UnavailableError('overload'))
    waiting.clear()
    await worker.terminate()
  }

  function start(): SampleThread {
    const { own, other } = openAnswerChannel()
    const worker = startBackgroundWorker(new URL('./sample-worker.ts', import.meta.url), {
      workerData: { ...other, target } satisfies SampleThreadStart,
      transferList: [other.answers],
      name: 'samples',
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 },
    })
    worker.unref()
    const thread: SampleThread = { worker, channel: own, waiting: new Map() }
    worker.on('message', (message: SampleMessage) => {
      const sample = thread.waiting.get(message.id)
      if (message.kind === 'question') {
        void answerQuestion(own, sample?.readers ?? {}, message)
        return
      }
      thread.waiting.delete(message.id)
      if (message.kind === 'done') sample?.resolve(message.run)
      else
        sample?.reject(
          message.isBusy ? new UnavailableError('overload') : new Error(`A sample failed: ${message.name}`),
        )
    })
    worker.on('error', () => void end(thread))
    worker.on('exit', () => void end(thread))
    return thread
  }

  return {
    async run(order, { check, lists, legacyScores }, cancelled) {
      if (cancelled.aborted) throw new UnavailableError('overload')
      const readers = lists === undefined ? {} : { lists }
      const thread = (current ??= start())
      const id = ++samples
      const post = (task: SampleTask): void => thread.worker.postMessage(task)
      const cancel = (): void => post({ kind: 'cancel', id })
      const limit = setTimeout(() => void end(thread), timeLimitMs)
      try {
        post({
          kind: 'sample',
          id,
          order,
          names: toCloneableNames(check),
          legacyScores,
          readers: methodsByReader(readers),
        })
        cancelled.addEventListener('abort', cancel)
        return await new Promise((resolve, reject) => thread.waiting.set(id, { readers, resolve, reject }))
      } finally {
        clearTimeout(limit)
        cancelled.removeEventListener('abort', cancel)
      }
    },
    async stop() {
      if (current !== null) await end(current)
    },
  }
}
