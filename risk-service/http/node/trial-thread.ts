import type { Worker } from 'node:worker_threads'
import { toCloneableNames } from '../../engine/trials/cloneable-names.ts'
import { endedTrial, type Trial, type TrialKind, type TrialResults } from '../../engine/trials/trial.ts'
import type { ResourceReaders } from '../../fql/index.ts'
import { startBackgroundWorker } from './start-background-worker.ts'
import { answerQuestion, methodsByReader, openAnswerChannel } from './thread-readers/answer-questions.ts'
import type { AnswerChannel } from './thread-readers/questions.ts'
import type { TrialMessage, TrialTask } from './trial-messages.ts'

interface RunningThread {
  worker: Worker
  channel: AnswerChannel
}

/**
 * A thread for trials, one at a time. It starts with the first one, or when it is warmed, and ends with one that exceeds the time limit, whose
 * result says so; the next trial starts another.
 * @param timeLimitMs of a trial, in milliseconds, without the start of the thread
 */
export function createTrialThread(timeLimitMs: number): {
  perform: (trial: Trial, readers: ResourceReaders) => Promise<TrialResults[TrialKind]>
  /** Starts the thread, which loads its code: the first trial does not wait for that. */
  warm: () => void
  stop: () => Promise<void>
} {
  let current: RunningThread | null = null
  /** Ends the trial that is running. */
  let interrupt: (() => void) | null = null

  function end(): Promise<unknown> {
    const ended = current
    current = null
    return ended?.worker.terminate() ?? Promise.resolve()
  }

  async function endOf({ kind }: Trial): Promise<TrialResults[TrialKind]> {
    await end()
    return endedTrial(kind)
  }

  return {
    perform: (trial, readers) =>
      new Promise((resolve, reject) => {
        const thread = (current ??= startThread())
        let limit: NodeJS.Timeout | undefined
        const settle = (act: () => void): void => {
          clearTimeout(limit)
          interrupt = null
          thread.worker.removeAllListeners()
          // An error that nobody handles would end the process.
          thread.worker.on('error', () => undefined)
          act()
        }
        const fail = (reason: string): void => settle(() => void end().then(() => reject(new Error(reason))))
        interrupt = () => fail('The service is stopping.')
        thread.worker.removeAllListeners()
        thread.worker.on('message', (message: TrialMessage) => {
          if (message.kind === 'started')
            limit = setTimeout(() => settle(() => void endOf(trial).then(resolve, reject)), timeLimitMs)
          else if (message.kind === 'question') void answerQuestion(thread.channel, readers, message)
          else if (message.kind === 'done') settle(() => resolve(message.result))
          else settle(() => reject(new Error(`A trial failed: ${message.name}`)))
        })
        thread.worker.on('error', error => fail(`The thread of a trial failed: ${error.name}`))
        thread.worker.on('exit', () => fail('The thread of a trial ended.'))
        thread.worker.postMessage(toTask(trial, readers))
      }),
    warm() {
      if (current !== null) return
      const started = startThread()
      current = started
      // The first trial listens in its own way; a thread that ends before it is replaced then.
      started.worker.on('error', () => undefined)
      started.worker.on('exit', () => {
        if (current === started) current = null
      })
    },
    async stop() {
      interrupt?.()
      await end()
    },
  }
}

function startThread(): RunningThread {
  const { own, other } = openAnswerChannel()
  const worker = startBackgroundWorker(new URL('./trial-worker.ts', import.meta.url), {
    workerData: other,
    transferList: [other.answers],
    name: 'trials',
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 },
  })
  worker.unref()
  return { worker, channel: own }
}

function toTask(trial: Trial, readers: ResourceReaders): TrialTask {
  if (trial.kind === 'listFile') return { trial, names: null, readers: {} }
  const { check, ...rest } = trial
  return { trial: rest, names: toCloneableNames(check), readers: methodsByReader(readers) }
}
