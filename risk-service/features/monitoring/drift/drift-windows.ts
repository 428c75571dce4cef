import { weeksBefore } from '../../../contract/common/days.ts'
import { driftWeeks, type MonitorTimescale } from '../../../contract/index.ts'
import { type MonitorWindow, windowOfSteps } from '../counts/monitor-window.ts'

const minute = 60_000
const hour = 60 * minute

/** What is compared at each timescale: of eight days the last seven, so that no hour is on both sides. */
const spans: Readonly<Record<MonitorTimescale, { minutes: number; count: number }>> = {
  '1h': { minutes: 1, count: 60 },
  '48h': { minutes: 60, count: 48 },
  '8d': { minutes: 60, count: 168 },
}

/**
 * Returns the window that is compared, and the same hours of the weeks before by the clocks of a time zone, the latest
 * week first.
 */
export function driftWindows(
  timescale: MonitorTimescale,
  now: Date,
  timeZone: string,
): [recent: MonitorWindow, ...weeks: MonitorWindow[]] {
  const { minutes, count } = spans[timescale]
  const recent = windowOfSteps(minutes, count, now)
  // Steps begin at multiples of their length, whatever part of an hour the clocks were changed by.
  const startBefore = (weeks: number): number =>
    weeks === 0
      ? recent.start
      : Math.floor(weeksBefore(recent.start, weeks, timeZone) / (minutes * minute)) * minutes * minute
  return [
    recent,
    ...Array.from({ length: driftWeeks }, (_, n) => {
      const start = startBefore(n + 1)
      // Where the clocks go forward, a week is an hour shorter: seven days end where the next ones begin.
      const end = Math.min(start + recent.now - recent.start, startBefore(n) - 1)
      return { ...recent, start, now: end }
    }),
  ]
}

/** Returns the whole hours that a window touches: fields are counted by the hour. */
export const hoursOf = ({ start, now }: MonitorWindow): { from: Date; to: Date } => ({
  from: new Date(Math.floor(start / hour) * hour),
  to: new Date(now + 1),
})
