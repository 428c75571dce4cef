import type { ModelKind } from '../contract/models.ts'
import { type FitResult, fit, splitByTime } from '../engine/scoring/fit.ts'
import { type Ask, readTraining } from './training.ts'

export interface FitTask {
  environmentId: string
  kind: ModelKind
}
/** What came of a fit; `rows`, `frauds` and the times are of the labelled events. */
export interface Learnt {
  result: FitResult
  rows: number
  frauds: number
  from: string | null
  to: string | null
}

/** Reads what an environment knows and fits a model to it. `onProgress` is told the share that is done. */
export async function learn(
  ask: Ask,
  { environmentId, kind }: FitTask,
  onProgress: (share: number) => void = () => undefined,
): Promise<Learnt> {
  const { sample, from, to } = await readTraining(ask, environmentId, kind, share => onProgress(0.5 * share))
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
