import { secretBytes } from '../../../contract/alerts/alert-targets.ts'

const encoder = new TextEncoder()

/**
 * Returns the signature of a message: `v1=` and the HMAC with SHA-256 of its time and body, in hexadecimal digits. Two
 * secrets, as while one is replaced, give two signatures.
 * @param secrets `whsec_` and the key in Base64
 * @param seconds since 1970
 * @throws Error for a secret that is none
 */
export async function signatureOf(secrets: readonly string[], seconds: number, body: string): Promise<string> {
  const signatures = await Promise.all(
    secrets.map(async secret => {
      const bytes = secretBytes(secret)
      if (bytes === null) throw new Error('The secret of the webhook cannot be read.')
      const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
      const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(`${seconds}.${body}`)))
      return `v1=${Array.from(signature, byte => byte.toString(16).padStart(2, '0')).join('')}`
    }),
  )
  return signatures.join(',')
}
