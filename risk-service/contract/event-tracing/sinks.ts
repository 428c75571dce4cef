import { z } from 'zod'
import { containerName } from './azure-connections.ts'
import { tracingLimits } from './tracing-definitions.ts'

/** A part of the path of a file: no separator, and none that leads upwards. */
const folder = z
  .string()
  .trim()
  .max(tracingLimits.folder)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'Use letters, digits, points, hyphens and underscores.')

const webhookSink = z.object({
  kind: z.literal('webhook'),
  /** Receives a POST with an array of events. */
  url: z.url().max(tracingLimits.url),
  /** Events of one message. */
  batch: z.number().int().min(1).max(tracingLimits.batch).default(1),
})

const pullSink = z.object({ kind: z.literal('pull') })

const directorySink = z.object({
  kind: z.literal('directory'),
  /** One of the directories of the server that the operator allows. */
  directory: z.string().min(1).max(tracingLimits.directory),
  /** The folder of the subscription, in that of its environment. */
  folder,
})

const bucketSink = z.object({
  kind: z.literal('bucket'),
  /** Address of the S3-compatible service, without the bucket. */
  endpoint: z.url().max(tracingLimits.url),
  region: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]{1,40}$/, 'Use lower-case letters, digits and hyphens.')
    .default('us-east-1'),
  bucket: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'Use 3 to 63 lower-case letters, digits, points and hyphens.'),
  /** Before the names of all files; empty: none. */
  prefix: folder.or(z.literal('')).default(''),
  accessKeyId: z.string().trim().min(1).max(128),
})

/** What the connection string names beside its key, which is the credential. */
const eventHubsSink = z.object({
  kind: z.literal('eventHubs'),
  /** Host of the namespace, with its port where it is not the usual one. */
  namespace: z.string().trim().min(1).max(tracingLimits.url),
  hub: z.string().trim().min(1).max(tracingLimits.hub),
  /** Events of one message. */
  batch: z.number().int().min(1).max(tracingLimits.batch).default(1),
})

/** The connection string, which is the credential, names the address, too. */
const blobStorageSink = z.object({
  kind: z.literal('blobStorage'),
  /** Address of the blobs of the account. */
  endpoint: z.url().max(tracingLimits.url),
  container: z.string().trim().regex(containerName, 'Use 3 to 63 lower-case letters, digits and single hyphens.'),
  /** Before the names of all files; empty: none. */
  prefix: folder.or(z.literal('')).default(''),
})

/**
 * Where a subscription delivers events: the settings of each kind of sink, without secrets. The key that signs, and the
 * credential by which a sink is opened, such as the secret key of a bucket, are given beside them and never returned.
 */
export const sinkSchema = z.discriminatedUnion('kind', [
  webhookSink,
  pullSink,
  directorySink,
  bucketSink,
  eventHubsSink,
  blobStorageSink,
])
export type SinkSettings = z.output<typeof sinkSchema>
/** The settings of one kind of sink. */
export type SinkOf<K extends SinkSettings['kind']> = Extract<SinkSettings, { kind: K }>
