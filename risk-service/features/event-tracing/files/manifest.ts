import { secretBytes } from '../../../contract/alerts/alert-targets.ts'

/** A file as a manifest lists it. */
export interface ListedFile {
  path: string
  lines: number
  bytes: number
  sha256: string
  firstTimestamp: string
  lastTimestamp: string
}

const encoder = new TextEncoder()

/**
 * Returns the manifest of a day as JSON. Its last member, `signature`, is `v1=` and the HMAC with SHA-256 of the text
 * without that member, in hexadecimal digits.
 * @param secret `whsec_` and the key in Base64
 * @throws Error for a secret that is none
 */
export async function manifestOf(
  { subscriptionId, environmentId, day }: { subscriptionId: string; environmentId: string; day: string },
  files: readonly ListedFile[],
  secret: string,
): Promise<string> {
  const bytes = secretBytes(secret)
  if (bytes === null) throw new Error('The secret of the subscription cannot be read.')
  const text = JSON.stringify({ version: '1.0', subscriptionId, environmentId, day, files })
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
  const hex = Array.from(signature, byte => byte.toString(16).padStart(2, '0')).join('')
  return `${text.slice(0, -1)},"signature":"v1=${hex}"}`
}
