/** Returns external data as a number that can be drawn, or null for a gap: NaN, Infinity and text are no values. */
export function finiteOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** A count: never negative, never a gap. */
export function toCount(value: unknown): number {
  return Math.max(0, finiteOrNull(value) ?? 0)
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high))
}

/** Smallest and largest of a list of any length, without gaps: spreading 200,000 arguments into `Math.max` would throw. */
export function extent(values: ArrayLike<number | null>): { low: number; high: number } | null {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  // By index: walking through an iterator takes twenty times as long.
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (typeof value !== 'number') continue
    if (value < low) low = value
    if (value > high) high = value
  }
  return low <= high ? { low, high } : null
}

/** The share of a part; null when the whole is zero. */
export function shareOf(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null
}
