/* The thread that trains a model: it reads, trains and answers without blocking the service. Ends with its answer. */
import { parentPort, workerData } from 'node:worker_threads'
import { type TrainingResult, type TrainingTask, train } from '../../features/models/training/train.ts'
import { type ConnectionTarget, openClient } from '../../kernel/store/connection/connection.ts'
import {
  backgroundSettings,
  createProportionalPause,
  lowerConnectionPriority,
} from '../../kernel/store/connection/thread-priority.ts'

export interface TrainingWorkerTask {
  target: ConnectionTarget
  task: TrainingTask
}
export type TrainingWorkerMessage = { progress: number } | TrainingResult

const { target, task } = workerData as TrainingWorkerTask
const reportToParent = (message: TrainingWorkerMessage): void => parentPort?.postMessage(message)
const pauseBetweenPages = createProportionalPause(3)
let lastReportedAt = 0
const progress = (share: number): void => {
  pauseBetweenPages()
  if (share - lastReportedAt < 0.01) return
  lastReportedAt = share
  reportToParent({ progress: share })
}
const client = await openClient(target, 'assay-models', backgroundSettings)
lowerConnectionPriority(client, target)
try {
  reportToParent(await train((text, values) => client.query(text, [...values]), task, progress))
} finally {
  await client.end()
}
