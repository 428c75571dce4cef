import { secretBytes } from '../../../contract/alerts/alert-targets.ts'

const encoder = new TextEncoder()

/** Returns the signature of a message, from the seconds since 1970 and its body. */
export type SignMessage = (seconds: number, body: Uint8Array) => Promise<string>

/**
 * Returns what signs messages: `v1=` and the HMAC with SHA-256 of time and body, in hexadecimal digits. Two secrets, as
 * while one is replaced, give two signatures. The keys are read once, with the first message; signing fails for a secret
 * that is none.
 * @param secrets `whsec_` and the key in Base64
 */
export function createSigner(secrets: readonly string[]): SignMessage {
  let keys: Promise<CryptoKey[]> | null = null
  return async (seconds, body) => {
    keys ??= Promise.all(secrets.map(importKey))
    const time = encoder.encode(`${seconds}.`)
    const signed = new Uint8Array(time.byteLength + body.byteLength)
    signed.set(time)
    signed.set(body, time.byteLength)
    const signatures = await Promise.all((await keys).map(key => crypto.subtle.sign('HMAC', key, signed)))
    return signatures.map(signature => `v1=${hexOf(new Uint8Array(signature))}`).join(',')
  }
}

async function importKey(secret: string): Promise<CryptoKey> {
  const bytes = secretBytes(secret)
  if (bytes === null) throw new Error('The secret of the webhook cannot be read.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
