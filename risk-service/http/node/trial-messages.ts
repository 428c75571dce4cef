import type { MessagePort } from 'node:worker_threads'
import type { CloneableNames } from '../../engine/trials/cloneable-names.ts'
import type { Trial, TrialKind, TrialResults } from '../../engine/trials/trial.ts'

/** How a trial thread is started: it waits for `answered` to change after each question, then reads `answers`. */
export interface TrialThreadStart {
  answered: Int32Array
  answers: MessagePort
}

/** A trial as it is passed to the thread. `readers`: the names of the methods of each reader. */
export interface TrialTask {
  trial: Omit<Trial, 'check'> & { kind: TrialKind }
  /** Null for a file. */
  names: CloneableNames | null
  readers: Readonly<Record<string, readonly string[]>>
}

/** A read that only the main thread can make: it has the lists and the counters. */
export interface TrialQuestion {
  kind: 'question'
  reader: string
  method: string
  args: unknown[]
}
export type TrialAnswer = { value: unknown } | { failure: string }

export type TrialMessage =
  /** The thread has loaded and begins with the trial. */
  | { kind: 'started' }
  | TrialQuestion
  | { kind: 'done'; result: TrialResults[TrialKind] }
  | { kind: 'failed'; name: string }
