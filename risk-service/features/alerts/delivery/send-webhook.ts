import type { SecretCipher } from '../../../engine/calls/secret-encryption.ts'
import type { OutgoingHttp } from '../../../ports/index.ts'
import { type DeliveryResult, type DueWebhook, timeoutMs } from './due-delivery.ts'
import { secretPlace } from './secret-place.ts'
import { signatureHeaders } from './signature.ts'

export interface WebhookServices {
  http: Pick<OutgoingHttp, 'send'>
  cipher: Pick<SecretCipher, 'decrypt'>
}

/** Sends an incident to a webhook, signed. */
export async function sendWebhook(services: WebhookServices, due: DueWebhook, now: Date): Promise<DeliveryResult> {
  return { failure: await send(services, due, now), isFinal: false }
}

/** Sends an incident; returns why it was not accepted, or null. */
async function send({ http, cipher }: WebhookServices, due: DueWebhook, now: Date): Promise<string | null> {
  const body = JSON.stringify({
    type: 'incident.opened',
    timestamp: now.toISOString(),
    data: {
      incidentId: due.incident_id,
      environmentId: due.environment_id,
      alert: due.name,
      metric: due.settings.metric,
      window: due.settings.window,
      openedAt: due.opened_at.toISOString(),
      value: due.peak.value,
      usual: due.peak.usual,
    },
  })
  let signature: Record<string, string>
  try {
    const secret = await cipher.decrypt(secretPlace(due.target_id), due.secret)
    signature = await signatureHeaders(secret, { id: due.id, at: now.getTime(), body })
  } catch {
    return 'secret'
  }
  const answer = await http.send({
    method: 'POST',
    url: due.url,
    headers: { 'content-type': 'application/json', ...signature },
    body,
    timeoutMs,
  })
  if (answer.kind !== 'answer') return answer.kind
  return answer.status >= 200 && answer.status < 300 ? null : String(answer.status)
}
