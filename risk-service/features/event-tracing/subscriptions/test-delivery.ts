import type { SinkOf, SinkSettings } from '../../../contract/event-tracing/sinks.ts'
import type { DeliveryTest } from '../../../contract/index.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import type { FileSinkSettings } from '../../../ports/index.ts'
import { assertTestRate } from '../../outgoing-calls/test-rate-limit.ts'
import { postEvents } from '../delivery/post-events.ts'
import { credentialPlace, secretPlace } from '../delivery/secret-place.ts'
import { createSigner } from '../delivery/signature.ts'
import { envelopeOf } from '../messages/traced-message.ts'
import { sinkOf } from '../sinks/sink-settings.ts'
import { loadSubscriptions, type SubscriptionRow, type TracingCall } from './read-subscriptions.ts'
import { assertCredential, assertUsable } from './sink-rules.ts'

const testName = 'FraudProtection.Test'

interface TestInput {
  subscriptionId: string | null
  sink: SinkSettings | null
  secret: string | null
  credential: string | null
}

/** Tests a sink that is not stored yet, or that of a subscription. */
export async function testDelivery(call: TracingCall, input: TestInput): Promise<DeliveryTest> {
  const { subscriptionId, secret, credential } = input
  await assertTestRate(call)
  const stored =
    subscriptionId === null
      ? undefined
      : (await loadSubscriptions(call.db, call.environmentId)).find(({ id }) => id === subscriptionId)
  const before = stored === undefined ? null : sinkOf(stored)
  const sink = input.sink ?? before
  if (sink === null) throw new ValidationError(['sink'], 'Enter the sink that is tested.')
  if (sink.kind === 'pull') throw new ValidationError(['sink', 'kind'], 'Events that are pulled have no target.')
  assertUsable(call, sink, ['sink'])
  if (sink.kind !== 'webhook') {
    assertCredential(sink, before, credential)
    return testTarget(call, { sink, credential, stored })
  }
  if (secret !== null)
    return sendTest(call, { subscriptionId: subscriptionId ?? call.ports.newId(), url: sink.url, secrets: [secret] })
  // Whoever may not know the key must not have it used for an address of their own.
  if (stored?.secret == null || before?.kind !== 'webhook' || before.url !== sink.url)
    throw new ValidationError(['secret'], 'Enter the secret of the address.')
  const secrets = await call.calls.decrypt(secretPlace(stored.id), stored.secret).then(
    key => [key],
    () => [''],
  )
  return sendTest(call, { subscriptionId: stored.id, url: sink.url, secrets })
}

/** Tests a target with a credential, or with the stored one, and returns what came of it. */
export async function testTarget(
  { calls, environmentId, ports, sinks }: TracingCall,
  {
    sink,
    credential,
    stored,
  }: { sink: FileSinkSettings | SinkOf<'eventHubs'>; credential: string | null; stored: SubscriptionRow | undefined },
): Promise<DeliveryTest> {
  const sealed = stored?.credential ?? null
  const used =
    credential ??
    (stored === undefined || sealed === null
      ? null
      : await calls.decrypt(credentialPlace(stored.id), sealed).catch(() => null))
  const started = performance.now()
  const { failure, certificateUntil, facts, freeBytes } =
    sink.kind === 'eventHubs'
      ? await sinks.openMessages(sink, { subscriptionId: stored?.id ?? ports.newId(), credential: used }).test()
      : await sinks.openFiles(sink, { environmentId, credential: used }).test()
  return {
    failure,
    status: failure?.status ?? null,
    milliseconds: Math.round(performance.now() - started),
    certificateUntil: certificateUntil?.toISOString() ?? null,
    facts: [...facts],
    freeBytes,
  }
}

/** Sends a test event, and returns what came of it. */
export async function sendTest(
  { calls, ports, principal, environmentId }: TracingCall,
  { subscriptionId, url, secrets }: { subscriptionId: string; url: string; secrets: readonly string[] },
): Promise<DeliveryTest> {
  const at = ports.clock()
  const event = envelopeOf({ name: testName, tenantId: principal.tenantId, environmentId, at })
  const started = performance.now()
  const { failure, status, certificateUntil } = await postEvents(
    calls,
    {
      url,
      sign: createSigner(secrets),
      subscriptionId,
      deliveryId: ports.newId(),
      attempt: 1,
      names: [testName],
      body: new TextEncoder().encode(JSON.stringify([event])),
      at,
    },
    { withCertificate: true },
  )
  return {
    failure,
    status,
    milliseconds: Math.round(performance.now() - started),
    certificateUntil: certificateUntil?.toISOString() ?? null,
    facts: [],
    freeBytes: null,
  }
}
