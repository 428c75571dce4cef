/*
 * The thread in which a model is fitted: reads, learns and answers without the service waiting for it. Ends with its answer.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { ModelKind } from '../contract/models.ts'
import { fit, splitByTime, type FitResult } from '../engine/scoring/fit.ts'
import { openClient, type Target } from '../store/connection.ts'
import { behindOthers, createRest, giveWay, giveWayHere } from '../store/give-way.ts'
import { readTraining } from './training.ts'

export interface WorkerTask { target: Target; environmentId: string; kind: ModelKind }
export type WorkerMessage = { progress: number } | { result: FitResult; rows: number; frauds: number; from: string | null; to: string | null }

const { target, environmentId, kind } = workerData as WorkerTask
const tell = (message: WorkerMessage): void => parentPort?.postMessage(message)
const rest = createRest(3)
let told = 0
const progress = (share: number): void => {
  rest()
  if (share - told < 0.01) return
  told = share
  tell({ progress: share })
}

giveWayHere()
const client = await openClient(target, 'assay-models', behindOthers)
giveWay(client, target)
try {
  const { sample, from, to } = await readTraining(client, environmentId, kind, (share) => progress(0.5 * share))
  const rows = sample.labels.length
  // Histories are short at first: a tenth of the rows is only remembered.
  const result = fit(sample, splitByTime(rows, Math.floor(rows / 10)), (share) => progress(0.5 + 0.5 * share))
  tell({ result, rows, frauds: sample.labels.reduce((sum, label) => sum + label, 0), from: from?.toISOString() ?? null, to: to?.toISOString() ?? null })
} finally {
  await client.end()
}
