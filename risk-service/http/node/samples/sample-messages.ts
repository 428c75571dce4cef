import type { RunSample, SampleOrder, SampleResources } from '../../../engine/replay/sample-resources.ts'
import type { CloneableNames } from '../../../engine/trials/cloneable-names.ts'
import type { ConnectionTarget } from '../../../kernel/store/connection/connection.ts'
import type { AnswerChannel, ReaderMethods, ReaderQuestion } from '../thread-readers/questions.ts'

/** How the thread of samples is started. */
export type SampleThreadStart = AnswerChannel & { target: ConnectionTarget }

/** What the main thread sends; `id` names a sample. */
export type SampleTask =
  | {
      kind: 'sample'
      id: number
      order: SampleOrder
      names: CloneableNames
      legacyScores: SampleResources['legacyScores']
      readers: ReaderMethods
    }
  | { kind: 'cancel'; id: number }

export type SampleMessage =
  | (ReaderQuestion & { id: number })
  | { kind: 'done'; id: number; run: Awaited<ReturnType<RunSample>> }
  /** `isBusy`: it ended before it had a result. */
  | { kind: 'failed'; id: number; isBusy: boolean; name: string }
