/* The thread that processes uploaded files: it parses and stores without delaying decisions. */
import { parentPort, workerData } from 'node:worker_threads'
import { createAssessmentRegistry } from '../../../engine/assessment-types/assessment-registry.ts'
import { processNextRun } from '../../../features/uploads/processing/process-runs.ts'
import { ipCountry } from '../../../kernel/ip-country.ts'
import type { Publication } from '../../../kernel/live/live-hub.ts'
import { type ConnectionTarget, openKysely, openPool } from '../../../kernel/store/connection/connection.ts'
import { backgroundSettings, lowerConnectionPriority } from '../../../kernel/store/connection/thread-priority.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import type { Logger } from '../../../ports/index.ts'
import { createInstrumentHash } from '../retail/instrument-hash.ts'
import type { RunMessage, RunOrder } from '../thread-runner.ts'
import { createUploadFiles } from './upload-files.ts'

export interface UploadWorkerInput {
  target: ConnectionTarget
  dataDir: string
  eventMonths: number
  secretKey: string
}
export type UploadWorkerOrder = RunOrder | { kind: 'stop' }
type LogEntry = Parameters<Logger['write']>
export type UploadWorkerMessage =
  | RunMessage
  | { kind: 'publish'; publication: Publication }
  | { kind: 'log'; entry: LogEntry }

const { target, dataDir, eventMonths, secretKey } = workerData as UploadWorkerInput
const port = parentPort
if (port === null) throw new Error('Uploads are processed in a thread.')
const send = (message: UploadWorkerMessage): void => port.postMessage(message)

const log: Logger = { write: (...entry) => send({ kind: 'log', entry }) }
const pool = openPool(target, 'assay-uploads', log, { max: 2, settings: backgroundSettings })
pool.on('connect', client => lowerConnectionPriority(client, target))
const db = openKysely(pool)
const clock = () => new Date()
const assessments = createAssessmentRegistry({ db, clock, log })
const ended = new AbortController()
const services = {
  ports: { db, clock, newId, log },
  files: createUploadFiles({ dataDir }),
  live: { publish: (publication: Publication) => send({ kind: 'publish', publication }) },
  countryOf: ipCountry,
  eventMonths,
  instrumentHash: (environmentId: string) => createInstrumentHash(secretKey, environmentId),
  ownTypes: async (environmentId: string) => {
    await assessments.reload()
    return assessments.ownNames(environmentId)
  },
  signal: ended.signal,
}

port.on('message', (order: UploadWorkerOrder) => {
  if (order.kind === 'stop') ended.abort()
  else
    processNextRun(services).then(
      more => send({ kind: 'done', more }),
      (error: unknown) => send({ kind: 'failed', name: error instanceof Error ? error.name : 'unknown' }),
    )
})
