import { createHmac, timingSafeEqual } from 'node:crypto'

/** What signs the cookies of the provider and checks them; its library accepts this in place of bare keys. */
interface CookieKeys {
  sign: (data: string) => string
  /** Returns the place of the key that made a signature, newest first; -1 for none. */
  index: (data: string, signature: string) => number
  verify: (data: string, signature: string) => boolean
}

/** Creates keys that sign with HMAC-SHA-256: the library itself would use SHA-1. */
export function createCookieKeys(keys: readonly string[]): CookieKeys {
  const signed = (data: string, key: string) => createHmac('sha256', key).update(data).digest('base64url')
  const index = (data: string, signature: string): number =>
    keys.findIndex(key => {
      const expected = Buffer.from(signed(data, key))
      const sent = Buffer.from(signature)
      return expected.length === sent.length && timingSafeEqual(expected, sent)
    })
  return {
    sign: data => signed(data, keys[0] ?? ''),
    index,
    verify: (data, signature) => index(data, signature) >= 0,
  }
}
