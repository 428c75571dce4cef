import { apiFigureDays } from '../../contract/index.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Calls are stored by the minute for this time, and by the hour for longer. */
const minuteDays = 8
/** Steps of charts up to a length of the period: what charts can name. */
const stepLengths = [
  [25 * hourMs, minuteMs],
  [8 * dayMs, hourMs],
  [Infinity, dayMs],
] as const

/** A period of figures: from a minute on and until before another one, in milliseconds. */
export interface FigurePeriod {
  from: number
  to: number
  /** Hours that the period has whole are read as such: from the first until before the second. */
  hours: { from: number; to: number }
  stepMs: number
  starts: number[]
  minutes: number
}

/**
 * Returns the period that is read for a requested one: at most three months before now, until now, and in whole hours
 * where its start has no minutes any more.
 */
export function figurePeriod(requested: { from: string; to: string }, now: Date): FigurePeriod {
  const earliest = now.getTime() - apiFigureDays * dayMs
  const earliestMinute = now.getTime() - minuteDays * dayMs
  // The minute that has begun belongs to a period until now.
  const to = Math.ceil(Math.min(Date.parse(requested.to), now.getTime()) / minuteMs) * minuteMs
  const start = Math.min(Math.max(Date.parse(requested.from), earliest), to)
  const isOld = start < earliestMinute
  const from = floor(start, isOld ? hourMs : minuteMs)
  const end = isOld && to < earliestMinute ? floor(to + hourMs - 1, hourMs) : to
  const [, stepMs] = stepLengths.find(([longest, step]) => end - from <= longest && (!isOld || step >= hourMs)) ?? [
    0,
    dayMs,
  ]
  const starts: number[] = []
  for (let at = floor(from, stepMs); at < end; at += stepMs) starts.push(at)
  const wholeFrom = floor(from + hourMs - 1, hourMs)
  const wholeTo = Math.max(wholeFrom, floor(end, hourMs))
  return {
    from,
    to: end,
    hours: { from: wholeFrom, to: wholeTo },
    stepMs,
    starts,
    minutes: Math.max(1, (Math.min(end, now.getTime()) - from) / minuteMs),
  }
}

const floor = (at: number, span: number): number => Math.floor(at / span) * span
