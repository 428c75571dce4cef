import { type MonitorTimescale, monitorSteps } from '../../../contract/index.ts'

const minute = 60_000

/** The steps of a monitor. All times are milliseconds; steps begin at multiples of their length in UTC. */
export interface MonitorWindow {
  start: number
  /** The moment at which the window ends, inside its last step. */
  now: number
  stepMinutes: number
  barCount: number
}

/** Returns the window that ends at `now`, whose last step contains it. */
export function windowOf(timescale: MonitorTimescale, now: Date): MonitorWindow {
  const { minutes, count } = monitorSteps[timescale]
  return windowOfSteps(minutes, count, now)
}

/** Returns the window of `barCount` steps of `stepMinutes` that ends at `now`. */
export function windowOfSteps(stepMinutes: number, barCount: number, now: Date): MonitorWindow {
  const step = stepMinutes * minute
  const last = Math.floor(now.getTime() / step) * step
  return { start: last - (barCount - 1) * step, now: now.getTime(), stepMinutes, barCount }
}

/** Returns the window of the same length before, up to the same moment of its last step. */
export function windowBefore(window: MonitorWindow): MonitorWindow {
  const length = window.barCount * window.stepMinutes * minute
  return { ...window, start: window.start - length, now: window.now - length }
}

/** Index of the step that contains a time; -1 outside the window. */
export function stepAt({ start, stepMinutes, barCount }: MonitorWindow, time: number): number {
  const index = Math.floor((time - start) / (stepMinutes * minute))
  return index >= 0 && index < barCount ? index : -1
}

/** A count of zero for every step. */
export const emptySteps = ({ barCount }: Pick<MonitorWindow, 'barCount'>): number[] =>
  Array.from({ length: barCount }, () => 0)
