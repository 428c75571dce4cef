import { sessionKeys } from '../storage/stored.ts'

const key = sessionKeys.redirects
const windowMs = 60_000
const limit = 3

/**
 * Notes a redirect to the sign-in; false when three happened within 60 s and a further one would only go round in
 * circles.
 * @param now milliseconds, for tests
 */
export function noteRedirect(storage: Pick<Storage, 'getItem' | 'setItem'>, now = Date.now()): boolean {
  let times: number[] = []
  try {
    const stored = JSON.parse(storage.getItem(key) ?? '[]') as unknown
    if (Array.isArray(stored)) times = stored.filter(time => typeof time === 'number' && now - time < windowMs)
    if (times.length >= limit) return false
    storage.setItem(key, JSON.stringify([...times, now]))
  } catch {
    // Without storage circles cannot be counted.
  }
  return true
}

/** After a sign-in whose token the service took, or when the user asks to try again. */
export function forgetRedirects(storage: Pick<Storage, 'removeItem'>): void {
  try {
    storage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
