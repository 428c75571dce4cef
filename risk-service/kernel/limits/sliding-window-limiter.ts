const maxTrackedKeys = 1000

export interface SlidingWindowLimiter {
  /** Number of accepted calls in a window. */
  readonly limit: number
  /** Returns false when the last window before `now` accepted the maximum already. */
  acquire: (key: string, now: Date) => boolean
}

/**
 * Accepts at most `limit` calls by key in any span of `windowMs`: for rare and costly actions, whose times it stores
 * one by one.
 */
export function createSlidingWindowLimiter({
  limit,
  windowMs,
}: {
  limit: number
  windowMs: number
}): SlidingWindowLimiter {
  const timesByKey = new Map<string, number[]>()
  return {
    limit,
    acquire(key, now) {
      const at = now.getTime()
      const recent = (timesByKey.get(key) ?? []).filter(each => each > at - windowMs)
      if (recent.length >= limit) return false
      if (timesByKey.size > maxTrackedKeys)
        for (const [each, times] of timesByKey) if ((times.at(-1) ?? 0) <= at - windowMs) timesByKey.delete(each)
      timesByKey.set(key, [...recent, at])
      return true
    },
  }
}
