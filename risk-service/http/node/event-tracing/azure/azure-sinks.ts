/* The plug-ins of event tracing for Azure. */
import { createRequire } from 'node:module'
import type { SinkOf } from '../../../../contract/event-tracing/sinks.ts'
import type { PluginSink, SinkObstacle } from '../../../../contract/index.ts'
import type { EventSinks, FileTarget, OutgoingHttp } from '../../../../ports/index.ts'
import type { OutgoingOptions } from '../../outgoing-http.ts'
import { blobTarget, eventHubTarget } from './azure-targets.ts'
import { createHubConnections } from './hub-connections.ts'

interface AzureSinkOptions {
  /** The plug-ins that the operator switched on. */
  plugins: readonly PluginSink[]
  /** Which addresses may be called. */
  reachable: OutgoingOptions
  http: Pick<OutgoingHttp, 'send' | 'addressIssue'>
}
interface AzureSinks extends Pick<EventSinks, 'openMessages'> {
  obstacleOf: (kind: PluginSink) => SinkObstacle | null
  openContainer: (sink: SinkOf<'blobStorage'>, access: { credential: string | null }) => FileTarget
}

/** The libraries of the vendor, which an installation can do without. They are loaded with the first call. */
const libraries: Readonly<Record<PluginSink, readonly string[]>> = {
  eventHubs: ['@azure/event-hubs', 'ws'],
  blobStorage: ['@azure/storage-blob'],
}
const { resolve } = createRequire(import.meta.url)

function isInstalled(kind: PluginSink): boolean {
  try {
    for (const name of libraries[kind]) resolve(name)
    return true
  } catch {
    return false
  }
}

/** Creates the sinks of Azure. One that is switched off calls nobody, whatever subscriptions are stored. */
export function createAzureSinks({ plugins, reachable, http }: AzureSinkOptions): AzureSinks {
  const connections = createHubConnections(reachable)
  const obstacleOf = (kind: PluginSink): SinkObstacle | null =>
    !plugins.includes(kind) ? 'switchedOff' : isInstalled(kind) ? null : 'notInstalled'
  return {
    obstacleOf,
    openMessages: (sink, access) =>
      obstacleOf('eventHubs') === null ? eventHubTarget(sink, access, { reachable, connections }) : unavailable,
    openContainer: (sink, access) =>
      obstacleOf('blobStorage') === null ? blobTarget(sink, access, http) : unavailable,
  }
}

const failure = { reason: 'notInstalled', status: null } as const
const unavailable = {
  send: () => Promise.resolve(failure),
  put: () => Promise.resolve(failure),
  test: () => Promise.resolve({ failure, certificateUntil: null, facts: [], freeBytes: null }),
}
