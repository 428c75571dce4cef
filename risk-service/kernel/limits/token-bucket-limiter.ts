/** Calls that are taken steadily, and at once after a pause. */
export interface RateLimit {
  perSecond: number
  burst: number
}

/** Of the risk API. Published nowhere; our rule. */
export const defaultRate: RateLimit = { perSecond: 100, burst: 200 }
const maxTrackedKeys = 10_000

export interface TokenBucketLimiter {
  /** 0 when the call is taken, else the whole seconds after which one would be. */
  acquire: (key: string, limit: RateLimit) => number
}

/** Token buckets by key, each with the limit that its calls name. */
export function createTokenBucketLimiter(now: () => number): TokenBucketLimiter {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return {
    acquire(key, limit) {
      const at = now()
      let bucket = buckets.get(key)
      if (bucket === undefined) {
        // A full bucket knows nothing: forgetting all of them costs one burst.
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
