import { type MonotonicClock, monotonicClock } from './monotonic-clock.ts'

/** A steady rate of accepted calls, and the burst after a pause. */
export interface RateLimit {
  perSecond: number
  burst: number
}

/** Rate of the risk API. No limit is published; the value is Assay's own. */
export const defaultRate: RateLimit = { perSecond: 100, burst: 200 }
const maxTrackedKeys = 10_000

/** The part of a limit that one of several processes accepts: of a burst at least one call. */
const shareOf = (limit: RateLimit, processes: number): RateLimit =>
  processes <= 1
    ? limit
    : { perSecond: limit.perSecond / processes, burst: Math.max(1, Math.ceil(limit.burst / processes)) }

export interface TokenBucketLimiter {
  /** Returns 0 for an accepted call, else the whole seconds until one would be accepted. */
  acquire: (key: string, limit: RateLimit) => number
}

/**
 * Creates token buckets by key, each with the limit that its calls name. Each of several processes accepts its share of
 * it: no call waits for a count that others keep.
 */
export function createTokenBucketLimiter(
  now: MonotonicClock = monotonicClock,
  processes: () => number = () => 1,
): TokenBucketLimiter {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return {
    acquire(key, whole) {
      const at = now()
      const limit = shareOf(whole, processes())
      let bucket = buckets.get(key)
      if (bucket === undefined) {
        // A full bucket has no state worth storing: dropping all buckets costs one burst.
        if (buckets.size >= maxTrackedKeys) buckets.clear()
        bucket = { tokens: limit.burst, at }
        buckets.set(key, bucket)
      }
      bucket.tokens = Math.min(limit.burst, bucket.tokens + ((at - bucket.at) / 1000) * limit.perSecond)
      bucket.at = at
      if (bucket.tokens >= 1) {
        bucket.tokens -= 1
        return 0
      }
      return Math.max(1, Math.ceil((1 - bucket.tokens) / limit.perSecond))
    },
  }
}
