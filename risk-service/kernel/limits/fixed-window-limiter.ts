const maxTrackedKeys = 10_000

export interface FixedWindowLimiter {
  /** 0 when the call is taken, else the whole seconds until the next window begins. */
  acquire: (key: string, now: Date) => number
}

/** At most `limit` by key in each span of `windowMs` on the clock: one number by key, for calls of anybody. */
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
      // Bounded: an attacker with many addresses fills the map once a window at most.
      if (takenByKey.size < maxTrackedKeys || takenByKey.has(key)) takenByKey.set(key, taken)
      return taken > limit ? Math.ceil(((current + 1) * windowMs - at) / 1000) : 0
    },
  }
}
