import { type MonotonicClock, monotonicClock } from './monotonic-clock.ts'

const maxTrackedKeys = 10_000

export interface FixedWindowLimiter {
  /**
   * Returns 0 for an accepted call, else the whole seconds until the next window begins.
   * @param cost what the call takes of the limit: 1 for a limit of calls
   */
  acquire: (key: string, cost?: number) => number
  /** What `acquire` would return for a cost of 1, which is not charged. */
  waitOf: (key: string) => number
}

/**
 * Accepts at most `limit` by key, and at most `total` of all keys, in each window of `windowMs`: one number per key, for
 * calls of any client. A refused call costs nothing.
 */
export function createFixedWindowLimiter({
  limit,
  total = Number.POSITIVE_INFINITY,
  windowMs,
  now = monotonicClock,
  processes = () => 1,
}: {
  limit: number
  total?: number
  windowMs: number
  now?: MonotonicClock
  /** Processes among which the limits are divided. */
  processes?: () => number
}): FixedWindowLimiter {
  let window = 0
  let takenOfAll = 0
  const takenByKey = new Map<string, number>()
  function waitOf(key: string, cost = 1): number {
    const at = now()
    const current = Math.floor(at / windowMs)
    if (current !== window) {
      window = current
      takenOfAll = 0
      takenByKey.clear()
    }
    const share = processes()
    const fits =
      (takenByKey.get(key) ?? 0) + cost <= Math.ceil(limit / share) && takenOfAll + cost <= Math.ceil(total / share)
    return fits ? 0 : Math.max(1, Math.ceil(((current + 1) * windowMs - at) / 1000))
  }
  return {
    waitOf,
    acquire(key, cost = 1) {
      const wait = waitOf(key, cost)
      if (wait > 0) return wait
      takenOfAll += cost
      // Bounded: an attacker with many addresses fills the map at most once per window.
      if (takenByKey.size < maxTrackedKeys || takenByKey.has(key))
        takenByKey.set(key, (takenByKey.get(key) ?? 0) + cost)
      return 0
    },
  }
}
