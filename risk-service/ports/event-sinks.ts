import type { SinkOf } from '../contract/event-tracing/sinks.ts'
import type { DeliveryFailure, EventSink, SinkFact, SinkObstacle } from '../contract/index.ts'

/** Why a sink did not accept something. */
export interface SinkFailure {
  reason: DeliveryFailure
  /** Of an answer over HTTP. */
  status: number | null
}

/** What a test read of a sink. */
export interface SinkReport {
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

/** A message as a hub gets it. */
export interface SinkMessage {
  /** A JSON array of events. */
  body: string
  /** What a webhook gets as headers. */
  properties: Readonly<Record<string, string>>
}

/** What gets the messages of one subscription as they happen. */
export interface MessageTarget {
  /**
   * Sends messages in their order, which receivers keep; the connection stays open for what follows. Returns why they were
   * not accepted, all or some of them; null: all were. Never rejects.
   */
  send: (messages: readonly SinkMessage[], signal?: AbortSignal) => Promise<SinkFailure | null>
  /** Reads what is shown of the target, and sends nothing. Never rejects. */
  test: () => Promise<SinkReport>
}

/** Settings of sinks that files are written to. A plug-in for another one adds its kind. */
export type FileSinkSettings = SinkOf<'directory'> | SinkOf<'bucket'> | SinkOf<'blobStorage'>

/** Sinks of event tracing beside webhooks. */
export interface EventSinks {
  /** Directories of the server that the operator allows. */
  directories: readonly string[]
  /** Why a sink cannot be chosen in this installation; null: it can. */
  obstacleOf: (kind: EventSink) => SinkObstacle | null
  /** Returns why an address would not be called, or null. */
  addressIssue: (url: string) => string | null
  /**
   * Returns the place of files of a subscription in an environment.
   * @param credential what opens the sink, such as the secret key of a bucket; null: nothing, or it cannot be read
   */
  openFiles: (sink: FileSinkSettings, access: { environmentId: string; credential: string | null }) => FileTarget
  /** Returns what gets the messages of a subscription. @param credential null: it cannot be read */
  openMessages: (
    sink: SinkOf<'eventHubs'>,
    access: { subscriptionId: string; credential: string | null },
  ) => MessageTarget
}
