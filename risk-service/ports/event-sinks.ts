import type { SinkOf } from '../contract/event-tracing/sinks.ts'
import type { DeliveryFailure, ListedSink, SinkFact, SinkObstacle } from '../contract/index.ts'

/** Why a sink did not accept something. */
export interface SinkFailure {
  reason: DeliveryFailure
  /** Of an answer over HTTP. */
  status: number | null
}

/** What a test read of a sink. */
interface SinkReport {
  failure: SinkFailure | null
  certificateUntil: Date | null
  facts: readonly { fact: SinkFact; value: string }[]
  /** Null: unlimited, or not known to the client. */
  freeBytes: number | null
}

/** Where the files of one subscription stand: a folder of the server, a bucket or a container. */
export interface FileTarget {
  /**
   * Writes a file as a whole, and replaces one with its name: nobody sees a part of it, and nothing is left of one that
   * failed. Returns why it was not written; null: it is. Never rejects.
   * @param path relative, with slashes
   */
  put: (path: string, bytes: Uint8Array, signal?: AbortSignal) => Promise<SinkFailure | null>
  /** Writes a small file, removes it, and reads what is shown of the target. Never rejects. */
  test: () => Promise<SinkReport>
}

/** Settings of sinks that files are written to. A plug-in for another one adds its kind. */
export type FileSinkSettings = SinkOf<'directory'> | SinkOf<'bucket'>

/** Sinks of event tracing beside webhooks. */
export interface EventSinks {
  /** Directories of the server that the operator allows. */
  directories: readonly string[]
  /** Why a sink cannot be chosen in this installation; null: it can. */
  obstacleOf: (kind: ListedSink) => SinkObstacle | null
  /** Returns why an address would not be called, or null. */
  addressIssue: (url: string) => string | null
  /**
   * Returns the place of files of a subscription in an environment.
   * @param credential what opens the sink, such as the secret key of a bucket; null: nothing, or it cannot be read
   */
  openFiles: (sink: FileSinkSettings, access: { environmentId: string; credential: string | null }) => FileTarget
}
