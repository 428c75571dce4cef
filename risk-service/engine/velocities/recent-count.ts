const hour = 3_600_000
const hours = 24

/** How often something happened in the last 24 hours: the current hour, and the 23 before it. */
export interface RecentCount {
  add: () => void
  total: () => number
}

/** Counts by the hour, in a ring of 24 hours. */
export function createRecentCount(clock: () => Date): RecentCount {
  const counts = Array.from({ length: hours }, () => ({ hour: -Infinity, count: 0 }))
  const currentHour = () => Math.floor(clock().getTime() / hour)
  return {
    add() {
      const now = currentHour()
      const place = now % hours
      const { hour: last, count } = counts[place]!
      counts[place] = { hour: now, count: last === now ? count + 1 : 1 }
    },
    total() {
      const now = currentHour()
      return counts.reduce((sum, each) => (now - each.hour < hours ? sum + each.count : sum), 0)
    },
  }
}
