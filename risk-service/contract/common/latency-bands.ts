/**
 * Upper bounds of the bands that latencies of calls are counted in, in milliseconds; the last band has none. Stored
 * counts depend on them: a change needs a migration.
 */
export const latencyBounds = [
  1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200, 250, 300, 400, 500, 600, 800, 1000,
  1250, 1500, 2000, 2500, 3000, 4000, 5000,
] as const

/** Returns the index of the band of a latency. */
export function latencyBandOf(milliseconds: number): number {
  let [low, high] = [0, latencyBounds.length] as [number, number]
  while (low < high) {
    const middle = (low + high) >> 1
    if (milliseconds > (latencyBounds[middle] ?? Infinity)) low = middle + 1
    else high = middle
  }
  return low
}
