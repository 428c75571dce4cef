import type { RunTrial, Trial, TrialKind, TrialResults } from '../../engine/trials/trial.ts'
import type { ResourceReaders } from '../../fql/index.ts'
import { UnavailableError } from '../../ports/index.ts'
import { createTrialThread } from './trial-thread.ts'

/** Trials of one environment that wait for the thread; more are refused. */
const maxWaiting = 20

interface Waiting {
  trial: Trial
  readers: ResourceReaders
  resolve: (result: TrialResults[TrialKind]) => void
  reject: (error: unknown) => void
}

/**
 * Runs trials in one thread, one after the other, environments in turn: neither decisions nor the editors of another
 * tenant wait for more than one text that is costly to compile.
 * @param options.timeLimitMs of one trial, in milliseconds
 */
export function createTrialRunner({ timeLimitMs = 5000 } = {}): {
  run: RunTrial
  /** Starts the thread before the first trial. */
  warm: () => void
  stop: () => Promise<void>
} {
  const thread = createTrialThread(timeLimitMs)
  /** By environment, in the order of their turns. */
  const waiting = new Map<string, Waiting[]>()
  let running = false

  /** Takes the first trial of the environment whose turn it is, which then goes to the end of the line. */
  function takeNext(): Waiting | undefined {
    const [first] = waiting
    if (first === undefined) return undefined
    const [environmentId, trials] = first
    const next = trials.shift()
    waiting.delete(environmentId)
    if (trials.length > 0) waiting.set(environmentId, trials)
    return next
  }

  async function runAll(): Promise<void> {
    if (running) return
    running = true
    for (let next = takeNext(); next !== undefined; next = takeNext())
      await thread.perform(next.trial, next.readers).then(next.resolve, next.reject)
    running = false
  }

  return {
    run: (trial, readers) =>
      new Promise((resolve, reject) => {
        const own = waiting.get(trial.environmentId) ?? []
        if (own.length >= maxWaiting) {
          reject(new UnavailableError('overload', Math.ceil(timeLimitMs / 1000)))
          return
        }
        waiting.set(trial.environmentId, own)
        own.push({ trial, readers, resolve: result => resolve(result as never), reject })
        void runAll()
      }),
    warm: thread.warm,
    async stop() {
      waiting.clear()
      await thread.stop()
    },
  }
}
