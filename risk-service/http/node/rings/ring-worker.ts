/* The thread that keeps rings up to date: it walks through the store without blocking the service. */
import { parentPort, workerData } from 'node:worker_threads'
import { createRingMemory } from '../../../features/graph/rings/ring-memory.ts'
import { updateRings } from '../../../features/graph/rings/update-rings.ts'
import type { Publication } from '../../../kernel/live/live-hub.ts'
import { type ConnectionTarget, openKysely, openPool } from '../../../kernel/store/connection/connection.ts'
import { prepareStatements } from '../../../kernel/store/connection/prepared-statements.ts'
import {
  backgroundSettings,
  createProportionalPause,
  lowerConnectionPriority,
} from '../../../kernel/store/connection/thread-priority.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import type { Logger } from '../../../ports/index.ts'
import type { RunMessage, RunOrder } from '../thread-runner.ts'

export interface RingWorkerInput {
  target: ConnectionTarget
}
/** `types`: those that no search of an environment finds. */
export type RingWorkerOrder = RunOrder | { kind: 'types'; environmentId: string; types: string[] }
export type RingWorkerMessage =
  | RunMessage
  | { kind: 'types'; environmentId: string }
  | { kind: 'publish'; publication: Publication }

const { target } = workerData as RingWorkerInput
const port = parentPort
if (port === null) throw new Error('Rings are kept in a thread.')
const tell = (message: RingWorkerMessage): void => port.postMessage(message)

// The main thread logs that a run failed.
const silentLogger: Logger = { write: () => undefined }
/**
 * What a crash loses is found again, so that no commit waits for the disk, where decisions wait, too. The plans are those
 * for any values: planning takes longer than reading.
 */
const settings = `${backgroundSettings} -c synchronous_commit=off -c plan_cache_mode=force_generic_plan`
const pool = openPool(target, 'assay-rings', silentLogger, { max: 1, settings })
pool.on('connect', client => {
  lowerConnectionPriority(client, target)
  prepareStatements(client)
})
const awaitedTypes = new Map<string, (types: string[]) => void>()
const services = {
  ports: { db: openKysely(pool), clock: () => new Date(), newId },
  unsearchedTypes: (environmentId: string) =>
    new Promise<string[]>(resolve => {
      awaitedTypes.set(environmentId, resolve)
      tell({ kind: 'types', environmentId })
    }),
  live: { publish: (publication: Publication) => tell({ kind: 'publish', publication }) },
}
const memory = createRingMemory()

port.on('message', (order: RingWorkerOrder) => {
  if (order.kind === 'types') awaitedTypes.get(order.environmentId)?.(order.types)
  // A pause of its own for each run: the time between two of them is no work.
  else
    updateRings({ ...services, pause: createProportionalPause(20, 60) }, memory).then(
      more => tell({ kind: 'done', more }),
      (error: unknown) => tell({ kind: 'failed', name: error instanceof Error ? error.name : 'unknown' }),
    )
})
