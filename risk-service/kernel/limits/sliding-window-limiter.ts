import { type MonotonicClock, monotonicClock } from './monotonic-clock.ts'

const maxTrackedKeys = 1000

export interface SlidingWindowLimiter {
  /** Number of accepted calls in a window. */
  readonly limit: number
  /** Returns false when the window that ends now accepted the maximum already. */
  acquire: (key: string) => boolean
}

/**
 * Accepts at most `limit` calls by key in any span of `windowMs`: for rare and costly actions, whose times it stores
 * one by one.
 */
export function createSlidingWindowLimiter({
  limit,
  windowMs,
  now = monotonicClock,
}: {
  limit: number
  windowMs: number
  now?: MonotonicClock
}): SlidingWindowLimiter {
  const timesByKey = new Map<string, number[]>()
  return {
    limit,
    acquire(key) {
      const at = now()
      const recent = (timesByKey.get(key) ?? []).filter(each => each > at - windowMs)
      if (recent.length >= limit) return false
      if (timesByKey.size > maxTrackedKeys)
        for (const [each, times] of timesByKey) if ((times.at(-1) ?? 0) <= at - windowMs) timesByKey.delete(each)
      timesByKey.set(key, [...recent, at])
      return true
    },
  }
}
