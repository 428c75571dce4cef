import type { ModelKind } from '../../../contract/models/models.ts'
import { splitByTime, type TrainingOutcome, trainScorecard } from '../../../engine/score/training/train-scorecard.ts'
import { loadTrainingData, type RunQuery } from './training-data.ts'

export interface TrainingTask {
  environmentId: string
  kind: ModelKind
}
/** Result of a training; `rows`, `frauds` and the times refer to the labelled events. */
export interface TrainingResult {
  result: TrainingOutcome
  rows: number
  frauds: number
  from: string | null
  to: string | null
}

/** Reads the events of an environment and trains a model with them. `onProgress` receives the completed share. */
export async function train(
  query: RunQuery,
  { environmentId, kind }: TrainingTask,
  onProgress: (share: number) => void = () => undefined,
): Promise<TrainingResult> {
  const { sample, from, to } = await loadTrainingData(query, environmentId, kind, share => onProgress(0.5 * share))
  const rows = sample.labels.length
  // Histories are short at first: the first tenth of the rows only fills them.
  const result = trainScorecard(sample, splitByTime(rows, Math.floor(rows / 10)), share =>
    onProgress(0.5 + 0.5 * share),
  )
  return {
    result,
    rows,
    frauds: sample.labels.reduce((sum, label) => sum + label, 0),
    from: from?.toISOString() ?? null,
    to: to?.toISOString() ?? null,
  }
}
