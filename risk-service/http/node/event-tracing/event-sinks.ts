import type { PluginSink } from '../../../contract/index.ts'
import type { EventSinks, OutgoingHttp } from '../../../ports/index.ts'
import type { OutgoingOptions } from '../outgoing-http.ts'
import { createAzureSinks } from './azure/azure-sinks.ts'
import { openBucketTarget } from './bucket-target.ts'
import { openDirectoryTarget } from './directory-target.ts'

interface SinkOptions {
  /** Directories of the server that the operator allows, absolute. */
  directories: readonly string[]
  /** Plug-ins that the operator switched on. */
  plugins: readonly PluginSink[]
  /** Which addresses may be called. */
  reachable: OutgoingOptions
  http: Pick<OutgoingHttp, 'send' | 'addressIssue'>
}

/** Creates the sinks of event tracing of an installation. */
export function createEventSinks({ directories, plugins, reachable, http }: SinkOptions): EventSinks {
  const azure = createAzureSinks({ plugins, reachable, http })
  return {
    directories,
    obstacleOf(kind) {
      if (kind === 'eventHubs' || kind === 'blobStorage') return azure.obstacleOf(kind)
      return kind === 'directory' && directories.length === 0 ? 'noDirectories' : null
    },
    addressIssue: http.addressIssue,
    openFiles(sink, { environmentId, credential }) {
      switch (sink.kind) {
        case 'directory':
          return openDirectoryTarget({ sink, environmentId, directories })
        case 'bucket':
          return openBucketTarget({ sink, secretKey: credential, http })
        case 'blobStorage':
          return azure.openContainer(sink, { credential })
      }
    },
    openMessages: azure.openMessages,
  }
}
