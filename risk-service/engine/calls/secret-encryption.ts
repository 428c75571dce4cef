import { type SecretKey, secretKeysOf } from '../../ports/secret-key.ts'

/**
 * Encryption of stored secrets with AES-256-GCM: a copy of the database alone reveals nothing, and a text can be
 * decrypted only for its own place.
 */
export interface SecretCipher {
  encrypt: (place: string, text: string) => Promise<string>
  /** @throws Error when the text was encrypted for another place, with another key, or was changed */
  decrypt: (place: string, sealed: string) => Promise<string>
}

const encoder = new TextEncoder()
const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), character => character.charCodeAt(0))
const version = 'v1'

/** Derives the encryption key of a secret key (HKDF with SHA-256). */
async function deriveKey(secretKey: string): Promise<CryptoKey> {
  const raw = await crypto.subtle.importKey('raw', encoder.encode(secretKey), 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode('assay stored secrets') },
    raw,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

/** @param secretKey of the installation: the current one encrypts, each accepted one decrypts, too */
export function createSecretCipher(secretKey: SecretKey): SecretCipher {
  const derived = new Map<string, Promise<CryptoKey>>()
  const keyOf = (each: string): Promise<CryptoKey> => {
    const key = derived.get(each) ?? deriveKey(each)
    derived.set(each, key)
    return key
  }
  const keys = secretKeysOf(secretKey)
  const how = (iv: Uint8Array<ArrayBuffer>, place: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: encoder.encode(place),
  })
  return {
    async encrypt(place, text) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const content = new Uint8Array(
        await crypto.subtle.encrypt(how(iv, place), await keyOf(keys[0]), encoder.encode(text)),
      )
      return `${version}.${toBase64(iv)}.${toBase64(content)}`
    },
    async decrypt(place, sealed) {
      const [scheme, iv = '', content = ''] = sealed.split('.')
      if (scheme !== version) throw new Error('This secret was sealed by another version of the product.')
      let failure: unknown
      for (const each of keys) {
        try {
          return new TextDecoder().decode(
            await crypto.subtle.decrypt(how(fromBase64(iv), place), await keyOf(each), fromBase64(content)),
          )
        } catch (error) {
          failure = error
        }
      }
      throw failure
    },
  }
}
