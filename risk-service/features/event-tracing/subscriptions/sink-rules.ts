import type { SinkSettings } from '../../../contract/event-tracing/sinks.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import type { TracingCall } from './read-subscriptions.ts'

/** @throws ValidationError for a sink that the installation does not have, or whose address may not be called */
export function assertUsable({ calls, sinks }: TracingCall, sink: SinkSettings, path: readonly string[]): void {
  if (sinks.obstacleOf(sink.kind) !== null)
    throw new ValidationError([...path, 'kind'], 'This sink is not available in this installation.')
  if (sink.kind === 'directory' && !sinks.directories.includes(sink.directory))
    throw new ValidationError([...path, 'directory'], 'The operator does not allow this directory.')
  const issue =
    sink.kind === 'webhook'
      ? calls.addressIssue(sink.url)
      : sink.kind === 'bucket'
        ? sinks.addressIssue(sink.endpoint)
        : null
  if (issue !== null) throw new ValidationError([...path, sink.kind === 'bucket' ? 'endpoint' : 'url'], issue)
}

/** Whoever may not know the secret key must not have it used at a service, or with a key id, of their own. */
export function assertCredential(sink: SinkSettings, before: SinkSettings | null, credential: string | null): void {
  if (sink.kind !== 'bucket' || credential !== null) return
  if (
    before?.kind !== 'bucket' ||
    before.endpoint !== sink.endpoint ||
    before.bucket !== sink.bucket ||
    before.accessKeyId !== sink.accessKeyId
  )
    throw new ValidationError(['credential'], 'Enter the secret key of the bucket.')
}
