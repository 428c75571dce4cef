import type { DeliveryTest } from '../../../contract/index.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { assertTestRate } from '../../outgoing-calls/test-rate-limit.ts'
import { postEvents } from '../delivery/post-events.ts'
import { secretPlace } from '../delivery/secret-place.ts'
import { envelopeOf } from '../messages/traced-message.ts'
import { loadSubscriptions, type TracingCall } from './read-subscriptions.ts'

const testName = 'FraudProtection.Test'

/** Sends a test event to an address that is not stored yet, or to that of a subscription. */
export async function testDelivery(
  call: TracingCall,
  { subscriptionId, url, secret }: { subscriptionId: string | null; url: string | null; secret: string | null },
): Promise<DeliveryTest> {
  assertTestRate(call)
  const stored =
    subscriptionId === null
      ? undefined
      : (await loadSubscriptions(call.db, call.environmentId)).find(({ id }) => id === subscriptionId)
  const target = url ?? stored?.url ?? null
  if (target === null) throw new ValidationError(['url'], 'Enter the address that is tested.')
  const issue = call.calls.addressIssue(target)
  if (issue !== null) throw new ValidationError(['url'], issue)
  if (secret !== null)
    return sendTest(call, { subscriptionId: subscriptionId ?? call.ports.newId(), url: target, secrets: [secret] })
  // Whoever may not know the key must not have it used for an address of their own.
  if (stored?.secret == null || stored.url !== target)
    throw new ValidationError(['secret'], 'Enter the secret of the address.')
  const secrets = await call.calls.decrypt(secretPlace(stored.id), stored.secret).then(
    key => [key],
    () => [''],
  )
  return sendTest(call, { subscriptionId: stored.id, url: target, secrets })
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
      secrets,
      subscriptionId,
      deliveryId: ports.newId(),
      attempt: 1,
      names: [testName],
      body: JSON.stringify([event]),
      at,
    },
    { withCertificate: true },
  )
  return {
    failure,
    status,
    milliseconds: Math.round(performance.now() - started),
    certificateUntil: certificateUntil?.toISOString() ?? null,
  }
}
