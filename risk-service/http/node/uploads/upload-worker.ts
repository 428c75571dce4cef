/* The thread that processes uploaded files: it parses and stores without delaying decisions. */
import { parentPort, workerData } from 'node:worker_threads'
import { processNextRun } from '../../../features/uploads/processing/process-runs.ts'
import type { Publication } from '../../../kernel/live/live-hub.ts'
import { type ConnectionTarget, openKysely } from '../../../kernel/store/connection/connection.ts'
import { lowerConnectionPriority } from '../../../kernel/store/connection/thread-priority.ts'
import type { Logger } from '../../../ports/index.ts'
import type { SecretKey } from '../../../ports/secret-key.ts'
import type { RunMessage, RunOrder } from '../thread-runner.ts'
import { createRunMeter, type RunCounts } from './run-counts.ts'
import { createRunServices, openRunPool } from './run-services.ts'

export interface UploadWorkerInput {
  target: ConnectionTarget
  dataDir: string
  eventMonths: number
  secretKey: SecretKey
}
export type UploadWorkerOrder = RunOrder | { kind: 'stop' }
type LogEntry = Parameters<Logger['write']>
export type UploadWorkerMessage =
  | RunMessage
  | { kind: 'counts'; counts: RunCounts }
  | { kind: 'publish'; publication: Publication }
  | { kind: 'log'; entry: LogEntry }

const { target, dataDir, eventMonths, secretKey } = workerData as UploadWorkerInput
const port = parentPort
if (port === null) throw new Error('Uploads are processed in a thread.')
const send = (message: UploadWorkerMessage): void => port.postMessage(message)

const log: Logger = { write: (...entry) => send({ kind: 'log', entry }) }
const { pool, whenSent } = openRunPool(target, log)
pool.on('connect', client => lowerConnectionPriority(client, target))
const ended = new AbortController()
const meter = createRunMeter(counts => send({ kind: 'counts', counts }))
const services = createRunServices({
  db: openKysely(pool),
  log,
  live: { publish: (publication: Publication) => send({ kind: 'publish', publication }) },
  dataDir,
  eventMonths,
  secretKey,
  signal: ended.signal,
  meter,
  whenSent,
})

port.on('message', (order: UploadWorkerOrder) => {
  if (order.kind === 'stop') ended.abort()
  else
    processNextRun(services).then(
      more => send({ kind: 'done', more }),
      (error: unknown) => send({ kind: 'failed', name: error instanceof Error ? error.name : 'unknown' }),
    )
})
