import type { ListedSink } from '../../../contract/index.ts'
import type { EventSinks, OutgoingHttp } from '../../../ports/index.ts'
import { openBucketTarget } from './bucket-target.ts'
import { openDirectoryTarget } from './directory-target.ts'

interface SinkOptions {
  /** Directories of the server that the operator allows, absolute. */
  directories: readonly string[]
  http: Pick<OutgoingHttp, 'send' | 'addressIssue'>
}

const installed: ReadonlySet<ListedSink> = new Set(['webhook', 'pull', 'directory', 'bucket'])

/** Creates the sinks of event tracing of an installation. */
export function createEventSinks({ directories, http }: SinkOptions): EventSinks {
  return {
    directories,
    obstacleOf: kind =>
      !installed.has(kind) ? 'notInstalled' : kind === 'directory' && directories.length === 0 ? 'noDirectories' : null,
    addressIssue: http.addressIssue,
    openFiles: (sink, { environmentId, credential }) =>
      sink.kind === 'directory'
        ? openDirectoryTarget({ sink, environmentId, directories })
        : openBucketTarget({ sink, secretKey: credential, http }),
  }
}
