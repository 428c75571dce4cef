import type { CloneableNames } from '../../engine/trials/cloneable-names.ts'
import type { Trial, TrialKind, TrialResults } from '../../engine/trials/trial.ts'
import type { ReaderMethods, ReaderQuestion } from './thread-readers/questions.ts'

/** A trial as it is passed to the thread. */
export interface TrialTask {
  trial: Omit<Trial, 'check'> & { kind: TrialKind }
  /** Null for a file. */
  names: CloneableNames | null
  readers: ReaderMethods
}

export type TrialMessage =
  /** The thread has loaded and begins with the trial. */
  | { kind: 'started' }
  | ReaderQuestion
  | { kind: 'done'; result: TrialResults[TrialKind] }
  | { kind: 'failed'; name: string }
