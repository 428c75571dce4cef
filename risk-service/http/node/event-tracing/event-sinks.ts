import type { PluginSink } from '../../../contract/index.ts'
import { noEventSinks } from '../../../kernel/console-api/no-event-sinks.ts'
import type { EventSinks, OutgoingHttp } from '../../../ports/index.ts'
import type { OutgoingOptions } from '../outgoing-http.ts'
import { createAzureSinks } from './azure/azure-sinks.ts'

interface SinkOptions {
  /** The plug-ins that the operator switched on. */
  plugins: readonly PluginSink[]
  /** Which addresses may be called. */
  reachable: OutgoingOptions
  http: Pick<OutgoingHttp, 'send' | 'addressIssue'>
}

/** Creates the sinks of event tracing of an installation. */
export function createEventSinks({ plugins, reachable, http }: SinkOptions): EventSinks {
  const azure = createAzureSinks({ plugins, reachable, http })
  return {
    ...noEventSinks,
    obstacleOf: kind => (kind === 'eventHubs' ? azure.obstacleOf(kind) : noEventSinks.obstacleOf(kind)),
    addressIssue: http.addressIssue,
    openMessages: azure.openMessages,
  }
}
