import { sessionKeys } from '../../storage/browser-storage.ts'

const storageKey = sessionKeys.redirects
const windowMs = 60_000
const redirectLimit = 3

/**
 * Records a redirect to the sign-in; false when three happened within 60 s and a further one would continue a loop.
 * @param now milliseconds, for tests
 */
export function recordRedirect(storage: Pick<Storage, 'getItem' | 'setItem'>, now = Date.now()): boolean {
  let times: number[] = []
  try {
    const stored = JSON.parse(storage.getItem(storageKey) ?? '[]') as unknown
    if (Array.isArray(stored)) times = stored.filter(time => typeof time === 'number' && now - time < windowMs)
    if (times.length >= redirectLimit) return false
    storage.setItem(storageKey, JSON.stringify([...times, now]))
  } catch {
    // Without storage circles cannot be counted.
  }
  return true
}

/** After a sign-in whose token the service accepted, or when the user retries. */
export function resetRedirects(storage: Pick<Storage, 'removeItem'>): void {
  try {
    storage.removeItem(storageKey)
  } catch {
    // Nothing was stored.
  }
}

/** True from the redirect to the sign-in until the service takes a token. */
export function isSignInPending(storage: Pick<Storage, 'getItem'>): boolean {
  return storage.getItem(storageKey) !== null
}
