import type { TimePeriod } from './graph-state.ts'

export const playbackSpeeds = [1, 2, 4, 10, 20] as const
/** Time between two steps, in milliseconds. */
export const tickMs = 250
/** Duration of the whole data at the speed 1, in milliseconds. */
const wholeMs = 60_000

/**
 * The period one step later: its end moves on and its start stays. Null when the end of the data is reached and the
 * whole period is shown again; a period that starts later than the data keeps its start.
 */
export function nextPeriod(
  { from, to }: { from: number; to: number },
  period: TimePeriod | null,
  speed: number,
): TimePeriod | null {
  const [start, end] = period ?? [from, from]
  const next = end + ((to - from) * tickMs * speed) / wholeMs
  return next < to ? [start, next] : start > from ? [start, to] : null
}
