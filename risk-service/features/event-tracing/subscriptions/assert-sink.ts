import { sql } from 'kysely'
import type { SinkSettings } from '../../../contract/event-tracing/sinks.ts'
import { isFileSink, type SubscriptionSettings } from '../../../contract/index.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import type { Db } from '../../../ports/database.ts'
import { assertTestRate } from '../../outgoing-calls/test-rate-limit.ts'
import { type StoredSink, sinkOf } from '../sinks/sink-settings.ts'
import type { SubscriptionRow, TracingCall } from './read-subscriptions.ts'
import { assertCredential, assertUsable, hasCredential } from './sink-rules.ts'
import { sendTest, testTarget } from './test-delivery.ts'

export interface SinkInput {
  subscriptionId: string
  settings: SubscriptionSettings
  /** Null: the stored one stays. */
  secret: string | null
  credential: string | null
}

/**
 * Checks sink, key and credential, and tests another target.
 * @param present the subscriptions of the environment
 */
export async function assertSink(
  call: TracingCall,
  input: SinkInput,
  present: readonly SubscriptionRow[],
): Promise<void> {
  const { subscriptionId, settings, secret, credential } = input
  const { sink } = settings
  const stored = present.find(({ id }) => id === subscriptionId)
  if (stored !== undefined && stored.sink !== sink.kind)
    throw new ValidationError(['settings', 'sink', 'kind'], 'A subscription stays of its sink: add another one.')
  assertUsable(call, sink, ['settings', 'sink'])
  if (sink.kind === 'pull') {
    if (secret !== null) throw new ValidationError(['secret'], 'Events that are pulled are not signed.')
    return
  }
  if (credential !== null && !hasCredential(sink))
    throw new ValidationError(['credential'], 'This sink needs no credential.')
  if (secret === null && stored === undefined) throw new ValidationError(['secret'], 'Enter the key that signs.')
  const before = stored === undefined ? null : sinkOf(stored)
  if (sink.kind === 'webhook') {
    if (before?.kind === 'webhook' && before.url === sink.url) return
    // Whoever may not know the key must not have it used for an address of their own.
    if (secret === null) throw new ValidationError(['secret'], 'Enter the secret of the new address.')
    await assertTestRate(call)
    const { failure } = await sendTest(call, { subscriptionId, url: sink.url, secrets: [secret] })
    if (failure !== null)
      throw new ValidationError(['settings', 'sink', 'url'], 'The address did not accept the test event.')
    return
  }
  if (credential === null && before !== null && isSameJson(testedOf(before), testedOf(sink))) return
  assertCredential(sink, before, credential)
  await assertTestRate(call)
  const { failure } = await testTarget(call, { sink, credential, stored })
  if (failure !== null) throw new ValidationError(['settings', 'sink', targetFields[sink.kind]], 'Its test failed.')
}

/**
 * Refuses a place where another subscription writes its files, whatever its environment: each would replace the files of
 * the other. Until the end of the transaction no other one gets the place.
 */
export async function assertFreePlace(
  trx: Db,
  { subscriptionId, settings: { sink } }: SinkInput,
  environmentId: string,
) {
  if (!isFileSink(sink.kind)) return
  await sql`select pg_advisory_xact_lock(hashtextextended('event file places', 0))`.execute(trx)
  const others = (await trx
    .selectFrom('event_subscription')
    .selectAll()
    .where('sink', '=', sink.kind)
    .where('id', '!=', subscriptionId)
    // Each environment has a folder of its own in a directory of the server.
    .$if(sink.kind === 'directory', query => query.where('environment_id', '=', environmentId))
    .execute()) as StoredSink[]
  if (others.some(other => isSamePlace(sinkOf(other), sink)))
    throw new ValidationError(
      ['settings', 'sink', sink.kind === 'directory' ? 'folder' : 'prefix'],
      'Another subscription writes its files there.',
    )
}

/** The field that names the target of a sink. */
const targetFields = {
  directory: 'directory',
  bucket: 'bucket',
  eventHubs: 'hub',
  blobStorage: 'container',
} as const

/** Returns what a test counts for: the number of events of a message does not change it. */
const testedOf = (sink: SinkSettings): SinkSettings => (sink.kind === 'eventHubs' ? { ...sink, batch: 1 } : sink)

function isSamePlace(a: SinkSettings, b: SinkSettings): boolean {
  if (a.kind === 'directory' && b.kind === 'directory') return a.directory === b.directory && a.folder === b.folder
  if (a.kind === 'bucket' && b.kind === 'bucket')
    return new URL(a.endpoint).origin === new URL(b.endpoint).origin && a.bucket === b.bucket && a.prefix === b.prefix
  if (a.kind === 'blobStorage' && b.kind === 'blobStorage')
    return a.endpoint === b.endpoint && a.container === b.container && a.prefix === b.prefix
  return false
}
