/* Plain values of event tracing, apart from their schemas, so that a page can read them without the validator. */

/** Days for which traced events can be pulled, and dead letters be delivered again. */
export const tracedEventDays = 7

export const tracingLimits = {
  /** Subscriptions of an environment. */
  subscriptions: 20,
  name: 60,
  url: 2000,
  /** Characters of the path of a directory, and of the folder of a subscription in it. */
  directory: 500,
  folder: 60,
  credential: 2000,
  /** Characters of the name of an event hub. */
  hub: 260,
  /** Events of one message, where batching is on. */
  batch: 100,
  /** Bytes of a message. */
  bytes: 1024 * 1024,
  /** Dead letters that a page lists. */
  deadLetters: 200,
  /** Events of one page of the pull endpoint. */
  pull: 1000,
  /** Of a caller from whom personal data is hidden. */
  maskedPull: 100,
  /** Up to so many events that wait are counted. */
  waiting: 10_000,
  /** Dead letters of a subscription that are delivered again in a second, at most. */
  redeliveriesPerSecond: 100,
  /** Minutes of one file, which is written when they are over. */
  fileMinutes: 30,
  /** Bytes of one file before it is compressed, and after. */
  fileBytes: 128 * 1024 * 1024,
  packedBytes: 32 * 1024 * 1024,
  /** Events of one download. */
  exported: 1_000_000,
  /** Bytes of a download after it is compressed, and seconds after which it is given up. */
  exportedBytes: 256 * 1024 * 1024,
  exportSeconds: 600,
  /** Hours for which the key before a new one signs as well. */
  previousSecretHours: 24,
  /** Minutes without a success from which on a subscription is failing, and hours after which it stops. */
  failingMinutes: 15,
  stopHours: 24,
} as const

/**
 * What can be subscribed to. `transactional`: built-in assessments and what is sent about them; `trace`: what rules name
 * with Trace(); `assessment`,
 * `observation` and `label`: those of the wizard; `audit`: changes of rules, lists, velocities and external calls.
 */
export const eventKinds = [
  'transactional',
  'trace',
  'assessment',
  'observation',
  'label',
  'caseManagement',
  'audit',
  'activityLog',
  'latency',
  'externalCall',
  'externalCallError',
] as const
export type EventKind = (typeof eventKinds)[number]

/**
 * Kinds of which nothing is stored elsewhere: they are written only where a subscription contains them. `latency`: counts
 * and durations of API calls over 20 seconds; `externalCall`: each external call of an event, and `externalCallError`:
 * those that failed, with request and response.
 */
export const monitoringKinds = ['latency', 'externalCall', 'externalCallError'] as const satisfies readonly EventKind[]
export type MonitoringKind = (typeof monitoringKinds)[number]

/** Sinks of Azure, which an installation can have as plug-ins: messages of an event hub, and files in a container. */
export const pluginSinks = ['eventHubs', 'blobStorage'] as const
export type PluginSink = (typeof pluginSinks)[number]
/** Where events can be delivered. `directory`: files in a directory of the server; `bucket`: files in a bucket of S3. */
export const eventSinks = ['webhook', 'pull', 'directory', 'bucket', ...pluginSinks] as const
export type EventSink = (typeof eventSinks)[number]
/** Sinks whose events are written as files: the stored ones first, then those of each half hour. */
export const fileSinks = ['directory', 'bucket', 'blobStorage'] as const satisfies readonly EventSink[]
export type FileSink = (typeof fileSinks)[number]
export const isFileSink = (sink: EventSink): sink is FileSink => (fileSinks as readonly EventSink[]).includes(sink)

/** Why a sink cannot be chosen: the operator allows no directory; the plug-in is switched off, or not installed. */
export const sinkObstacles = ['noDirectories', 'switchedOff', 'notInstalled'] as const
export type SinkObstacle = (typeof sinkObstacles)[number]

/** What a test of a connection reads of a target. */
export const sinkFacts = ['directory', 'bucket', 'namespace', 'hub', 'account', 'container'] as const
export type SinkFact = (typeof sinkFacts)[number]

/**
 * `failing`: no success for a quarter of an hour while something waits. `stopped`: none for a day, so that it was
 * deactivated.
 */
export const subscriptionStates = ['active', 'failing', 'inactive', 'stopped'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/**
 * Why a message was not accepted: `status` has the number of the answer; `redirect`: it leads elsewhere, which is not
 * followed; `refused`: the address may not be called; `secret`: the stored key cannot be read; `size`: one event is
 * larger than a message may be. Of files, `space`: the disk is full; `credential`: the key pair is wrong, or the stored
 * one cannot be read; `denied`: the key pair or the process may not write; `missing`: there is no such bucket or directory;
 * `notAllowed`: the operator does not allow the directory any more; `region`: the bucket is in another one. Of Azure,
 * `throttled`: it is busy; `notInstalled`: the plug-in is switched off, or not installed.
 */
export const deliveryFailures = [
  'status',
  'redirect',
  'timeout',
  'communication',
  'refused',
  'response',
  'secret',
  'size',
  'space',
  'credential',
  'denied',
  'missing',
  'notAllowed',
  'throttled',
  'notInstalled',
  'region',
] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]
