import { driftWeeks, type MonitorTimescale } from '../../../contract/index.ts'
import { type MonitorWindow, windowOfSteps } from '../counts/monitor-window.ts'

const hour = 3_600_000
const week = 7 * 24 * hour

/** What is compared at each timescale: of eight days the last seven, so that no hour is on both sides. */
const spans: Readonly<Record<MonitorTimescale, { minutes: number; count: number }>> = {
  '1h': { minutes: 1, count: 60 },
  '48h': { minutes: 60, count: 48 },
  '8d': { minutes: 60, count: 168 },
}

/** Returns the window that is compared, and the same hours of the weeks before, the latest week first. */
export function driftWindows(
  timescale: MonitorTimescale,
  now: Date,
): [recent: MonitorWindow, ...weeks: MonitorWindow[]] {
  const { minutes, count } = spans[timescale]
  const recent = windowOfSteps(minutes, count, now)
  return [
    recent,
    ...Array.from({ length: driftWeeks }, (_, n) => ({
      ...recent,
      start: recent.start - (n + 1) * week,
      now: recent.now - (n + 1) * week,
    })),
  ]
}

/** Returns the whole hours that a window touches: fields are counted by the hour. */
export const hoursOf = ({ start, now }: MonitorWindow): { from: Date; to: Date } => ({
  from: new Date(Math.floor(start / hour) * hour),
  to: new Date(now + 1),
})
