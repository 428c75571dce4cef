const maxTrackedKeys = 10_000

export interface FixedWindowLimiter {
  /** Returns 0 for an accepted call, else the whole seconds until the next window begins. */
  acquire: (key: string, now: Date) => number
}

/**
 * Accepts at most `limit` calls by key in each window of `windowMs` on the clock: one number per key, for calls of any
 * client.
 */
export function createFixedWindowLimiter({ limit, windowMs }: { limit: number; windowMs: number }): FixedWindowLimiter {
  let window = 0
  const takenByKey = new Map<string, number>()
  return {
    acquire(key, now) {
      const at = now.getTime()
      const current = Math.floor(at / windowMs)
      if (current !== window) {
        window = current
        takenByKey.clear()
      }
      const taken = (takenByKey.get(key) ?? 0) + 1
      // Bounded: an attacker with many addresses fills the map at most once per window.
      if (takenByKey.size < maxTrackedKeys || takenByKey.has(key)) takenByKey.set(key, taken)
      return taken > limit ? Math.ceil(((current + 1) * windowMs - at) / 1000) : 0
    },
  }
}
