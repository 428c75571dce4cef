import { secretBytes } from '../../../contract/alerts/alert-targets.ts'

const encoder = new TextEncoder()

/**
 * Returns the headers of a signed message, as Standard Webhooks describe them: HMAC with SHA-256 of its id, time and
 * body, so that the receiver can tell who sent it, and recognises one that comes again.
 * @param secret `whsec_` and the key in Base64
 * @param at milliseconds
 * @throws Error for a secret that is none
 */
export async function signatureHeaders(
  secret: string,
  { id, at, body }: { id: string; at: number; body: string },
): Promise<Record<string, string>> {
  const bytes = secretBytes(secret)
  if (bytes === null) throw new Error('The secret of the webhook cannot be read.')
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const timestamp = String(Math.floor(at / 1000))
  const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(`${id}.${timestamp}.${body}`))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
  }
}
