/** Limits what is under way at the same time: calls, or open streams. */
export interface ConcurrencyLimiter {
  /** Acquires a place; null when none is free. Call the result to release it. */
  acquire: (key: string) => (() => void) | null
  /** Whether `acquire` would return a place. */
  hasPlace: (key: string) => boolean
  /** Number of places in use. */
  inUse: () => number
  /** No key can acquire a place. */
  isFull: () => boolean
}

/** @param limits places that one key, and that all keys together can acquire */
export function createConcurrencyLimiter({
  perKey,
  altogether,
}: {
  perKey: number
  altogether: number
}): ConcurrencyLimiter {
  const places = new Map<string, number>()
  let total = 0
  const hasPlace = (key: string) => (places.get(key) ?? 0) < perKey && total < altogether
  return {
    hasPlace,
    inUse: () => total,
    isFull: () => total >= altogether,
    acquire(key) {
      if (!hasPlace(key)) return null
      places.set(key, (places.get(key) ?? 0) + 1)
      total += 1
      let released = false
      return () => {
        if (released) return
        released = true
        total -= 1
        const left = (places.get(key) ?? 1) - 1
        if (left > 0) places.set(key, left)
        else places.delete(key)
      }
    },
  }
}
