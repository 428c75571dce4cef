import type { ReportBucket } from '../../../contract/cases/report/report-definitions.ts'
import { addDays } from '../../../contract/common/days.ts'

export const dayMs = 86_400_000

/** Whole days of UTC as numbers since 1970: `from` included, `to` not. */
export interface DayRange {
  from: number
  to: number
}
export interface Period extends DayRange {
  /** The range or the present cuts it. */
  partial: boolean
}

/** Returns the number of a day since 1970. @param day `YYYY-MM-DD` */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs
export const dayNumberOf = (instant: number): number => Math.floor(instant / dayMs)
export const dayName = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** Returns the range of two days, both included. */
export const rangeOf = (from: string, to: string): DayRange => ({
  from: dayNumber(from),
  to: dayNumber(addDays(to, 1)),
})

/** Returns the range of equal length that ends where the given one begins. */
export const rangeBefore = ({ from, to }: DayRange): DayRange => ({ from: from - (to - from), to: from })

/**
 * Returns the periods of a range in order, cut to it: days, weeks from Monday, calendar months.
 * @param now milliseconds; a period that has not ended is partial
 */
export function periodsOf({ from, to }: DayRange, bucket: ReportBucket, now: number): Period[] {
  const periods: Period[] = []
  for (let start = periodStart(from, bucket); start < to; ) {
    const end = endOf(start, bucket)
    const period = { from: Math.max(start, from), to: Math.min(end, to) }
    periods.push({ ...period, partial: start < from || end > to || end * dayMs > now })
    start = end
  }
  return periods
}

/** Monday, 5 January 1970, was day 4. */
const monday = 4

/** Returns the first day of the period that contains a day. */
export function periodStart(day: number, bucket: ReportBucket): number {
  if (bucket === 'daily') return day
  if (bucket === 'weekly') return day - ((((day - monday) % 7) + 7) % 7)
  return dayNumber(`${dayName(day).slice(0, 7)}-01`)
}

function endOf(start: number, bucket: ReportBucket): number {
  if (bucket === 'daily') return start + 1
  if (bucket === 'weekly') return start + 7
  const first = new Date(start * dayMs)
  return Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1) / dayMs
}

/** Returns the index of the period of an instant; -1 outside all of them. */
export function periodIndexOf(periods: readonly DayRange[], instant: number): number {
  const day = dayNumberOf(instant)
  let low = 0
  let high = periods.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const { from, to } = periods[middle] as DayRange
    if (day < from) high = middle - 1
    else if (day >= to) low = middle + 1
    else return middle
  }
  return -1
}

/** Sorts rows into periods by the instant of each; rows outside are left out. */
export function byPeriod<Row>(
  periods: readonly DayRange[],
  rows: readonly Row[],
  instantOf: (row: Row) => number,
): Row[][] {
  const sorted: Row[][] = periods.map(() => [])
  for (const row of rows) sorted[periodIndexOf(periods, instantOf(row))]?.push(row)
  return sorted
}

export const isWithin = ({ from, to }: DayRange, instant: number): boolean =>
  instant >= from * dayMs && instant < to * dayMs
