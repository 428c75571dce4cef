import type { ModelKind } from '../../../contract/models/models.ts'
import { type FitResult, fit, splitByTime } from '../../../engine/score/training/fit.ts'
import { loadTrainingData, type RunQuery } from './training-data.ts'

export interface TrainingTask {
  environmentId: string
  kind: ModelKind
}
/** What came of a fit; `rows`, `frauds` and the times are of the labelled events. */
export interface TrainingResult {
  result: FitResult
  rows: number
  frauds: number
  from: string | null
  to: string | null
}

/** Reads what an environment knows and fits a model to it. `onProgress` is told the share that is done. */
export async function train(
  query: RunQuery,
  { environmentId, kind }: TrainingTask,
  onProgress: (share: number) => void = () => undefined,
): Promise<TrainingResult> {
  const { sample, from, to } = await loadTrainingData(query, environmentId, kind, share => onProgress(0.5 * share))
  const rows = sample.labels.length
  // Histories are short at first: a tenth of the rows is only remembered.
  const result = fit(sample, splitByTime(rows, Math.floor(rows / 10)), share => onProgress(0.5 + 0.5 * share))
  return {
    result,
    rows,
    frauds: sample.labels.reduce((sum, label) => sum + label, 0),
    from: from?.toISOString() ?? null,
    to: to?.toISOString() ?? null,
  }
}
