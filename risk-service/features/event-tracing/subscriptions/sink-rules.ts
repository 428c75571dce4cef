import { readEventHubConnection, readStorageConnection } from '../../../contract/event-tracing/azure-connections.ts'
import type { SinkOf, SinkSettings } from '../../../contract/event-tracing/sinks.ts'
import type { EventSink } from '../../../contract/index.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import type { EventSinks } from '../../../ports/index.ts'
import type { TracingCall } from './read-subscriptions.ts'

/** @throws ValidationError for a sink that the installation does not have, or whose address may not be called */
export function assertUsable({ calls, sinks }: TracingCall, sink: SinkSettings, path: readonly string[]): void {
  if (sinks.obstacleOf(sink.kind) !== null)
    throw new ValidationError([...path, 'kind'], 'This sink is not available in this installation.')
  if (sink.kind === 'directory' && !sinks.directories.includes(sink.directory))
    throw new ValidationError([...path, 'directory'], 'The operator does not allow this directory.')
  const issue = sink.kind === 'webhook' ? calls.addressIssue(sink.url) : addressIssue(sinks, sink)
  if (issue !== null) throw new ValidationError([...path, addressFields[sink.kind] ?? 'kind'], issue)
}

const addressFields: Readonly<Partial<Record<EventSink, string>>> = {
  webhook: 'url',
  bucket: 'endpoint',
  eventHubs: 'namespace',
  blobStorage: 'endpoint',
}

function addressIssue(sinks: EventSinks, sink: SinkSettings): string | null {
  switch (sink.kind) {
    case 'bucket':
    case 'blobStorage':
      return sinks.addressIssue(sink.endpoint)
    case 'eventHubs':
      return sinks.addressIssue(`https://${sink.namespace}`)
    default:
      return null
  }
}

/** Sinks that are opened by a credential. */
export const hasCredential = ({ kind }: SinkSettings): boolean =>
  kind === 'bucket' || kind === 'eventHubs' || kind === 'blobStorage'

/**
 * Whoever may not know the credential must not have it used at a service, or with a key id, of their own; and a connection
 * string has to be that of the target.
 */
export function assertCredential(sink: SinkSettings, before: SinkSettings | null, credential: string | null): void {
  if (sink.kind === 'eventHubs' || sink.kind === 'blobStorage') return assertConnection(sink, before, credential)
  if (sink.kind !== 'bucket' || credential !== null) return
  if (
    before?.kind !== 'bucket' ||
    before.endpoint !== sink.endpoint ||
    before.bucket !== sink.bucket ||
    before.accessKeyId !== sink.accessKeyId
  )
    throw new ValidationError(['credential'], 'Enter the secret key of the bucket.')
}

function assertConnection(
  sink: SinkOf<'eventHubs'> | SinkOf<'blobStorage'>,
  before: SinkSettings | null,
  credential: string | null,
): void {
  const target = addressOf(sink)
  if (credential === null) {
    if (before === null || addressOf(before) !== target)
      throw new ValidationError(['credential'], 'Enter the connection string of the target.')
    return
  }
  const named =
    sink.kind === 'eventHubs'
      ? readEventHubConnection(credential)?.address
      : readStorageConnection(credential)?.endpoint
  if (named === undefined) throw new ValidationError(['credential'], 'This is no connection string of this sink.')
  if (named !== target) throw new ValidationError(['credential'], 'The connection string is that of another target.')
}

/** Returns what a connection string says of a target of Azure. */
const addressOf = (sink: SinkSettings): string | null =>
  sink.kind === 'eventHubs' ? `${sink.namespace}/${sink.hub}` : sink.kind === 'blobStorage' ? sink.endpoint : null
