/*
 * The thread in which a model is fitted: reads, learns and answers without the service waiting for it. Ends with its
 * answer.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { openClient, type Target } from '../store/connection.ts'
import { behindOthers, createRest, giveWay, giveWayHere } from '../store/give-way.ts'
import { type FitTask, type Learnt, learn } from './learn.ts'

export interface WorkerTask {
  target: Target
  task: FitTask
}
export type WorkerMessage = { progress: number } | Learnt

const { target, task } = workerData as WorkerTask
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
  tell(await learn((text, values) => client.query(text, [...values]), task, progress))
} finally {
  await client.end()
}
