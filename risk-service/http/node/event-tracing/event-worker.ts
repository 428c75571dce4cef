/* The thread that delivers events to subscriptions. */
import { parentPort, workerData } from 'node:worker_threads'
import type { PluginSink } from '../../../contract/index.ts'
import { createSecretCipher } from '../../../engine/calls/secret-encryption.ts'
import { createEventDeliverer } from '../../../features/event-tracing/event-deliverer.ts'
import type { Publication } from '../../../kernel/live/live-hub.ts'
import { type ConnectionTarget, openKysely, openPool } from '../../../kernel/store/connection/connection.ts'
import { prepareStatements } from '../../../kernel/store/connection/prepared-statements.ts'
import { lowerConnectionPriority } from '../../../kernel/store/connection/thread-priority.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import type { Logger } from '../../../ports/index.ts'
import type { SecretKey } from '../../../ports/secret-key.ts'
import { createOutgoingHttp, type OutgoingOptions } from '../outgoing-http.ts'
import type { RunMessage, RunOrder } from '../thread-runner.ts'
import { createDeliveryPace } from './delivery-pace.ts'
import { createEventSinks } from './event-sinks.ts'

export interface EventWorkerInput {
  target: ConnectionTarget
  /** Which receivers may be called. */
  reachable: OutgoingOptions
  /** Key of the installation, by which the keys that sign are read. */
  secretKey: SecretKey
  /** Directories of the server that files may be written to. */
  directories: readonly string[]
  /** Plug-ins that the operator switched on. */
  plugins: readonly PluginSink[]
}
/** `load`: utilisation of the event loop that answers decisions. */
export type EventWorkerOrder = RunOrder | { kind: 'stop' } | { kind: 'load'; utilisation: number }
export type EventWorkerMessage =
  | RunMessage
  | { kind: 'publish'; publication: Publication }
  | { kind: 'log'; level: Parameters<Logger['write']>[0]; event: string; fields: Parameters<Logger['write']>[2] }

/** As many subscriptions read and store at the same time; others wait for them. */
const connections = 4
/**
 * Progress need not be on the disk before the thread continues: a database that fails loses the last moments of it, and
 * events are sent again. Decisions would wait for its flushes.
 */
const settings = '-c synchronous_commit=off'

const { target, reachable, secretKey, directories, plugins } = workerData as EventWorkerInput
const port = parentPort
if (port === null) throw new Error('Events are delivered in a thread.')
const post = (message: EventWorkerMessage): void => port.postMessage(message)

const log: Logger = { write: (level, event, fields) => post({ kind: 'log', level, event, fields }) }
const pool = openPool(target, 'assay-events', log, { max: connections, settings })
pool.on('connect', client => {
  lowerConnectionPriority(client, target)
  prepareStatements(client)
})
const http = createOutgoingHttp(reachable)
const pace = createDeliveryPace({
  cpuMs: () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  },
})
const deliverer = createEventDeliverer({
  ports: { db: openKysely(pool), clock: () => new Date(), newId, log },
  live: { publish: publication => post({ kind: 'publish', publication }) },
  http,
  sinks: createEventSinks({ directories, plugins, reachable, http }),
  cipher: createSecretCipher(secretKey),
  pace: pace.wait,
})

async function stop(): Promise<void> {
  try {
    await deliverer.stop()
    await pool.end()
  } finally {
    // Connections to receivers stay open for later messages.
    process.exit(0)
  }
}

port.on('message', (order: EventWorkerOrder) => {
  if (order.kind === 'stop') void stop()
  else if (order.kind === 'load') pace.setLoad(order.utilisation)
  else
    deliverer.run().then(
      ({ more }) => post({ kind: 'done', more }),
      (error: unknown) => post({ kind: 'failed', name: error instanceof Error ? error.name : 'unknown' }),
    )
})
