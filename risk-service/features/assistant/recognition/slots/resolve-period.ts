import type { CalendarUnit, Period } from './slots.ts'

/** Days in ISO 8601, both included. */
export interface Days {
  from: string
  to: string
}

const iso = (date: Date): string => date.toISOString().slice(0, 10)
const at = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month, day))
const weekdayOf = (date: Date): number => (date.getUTCDay() + 6) % 7

function calendar(unit: CalendarUnit, offset: number, today: Date): Days {
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()]
  const between = (from: Date, next: Date): Days => ({
    from: iso(from),
    to: iso(new Date(next.getTime() - 86_400_000)),
  })
  switch (unit) {
    case 'day':
      return between(at(year, month, day + offset), at(year, month, day + offset + 1))
    case 'week': {
      const monday = day - weekdayOf(today) + offset * 7
      return between(at(year, month, monday), at(year, month, monday + 7))
    }
    case 'month':
      return between(at(year, month + offset, 1), at(year, month + offset + 1, 1))
    case 'quarter': {
      const first = month - (month % 3) + offset * 3
      return between(at(year, first, 1), at(year, first + 3, 1))
    }
    case 'year':
      return between(at(year + offset, 0, 1), at(year + offset + 1, 0, 1))
  }
}

function lastUnits(unit: 'hour' | CalendarUnit, count: number, today: Date): Days {
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()]
  const months = { month: 1, quarter: 3, year: 12 } as const
  const from =
    unit === 'hour'
      ? at(year, month, day - Math.floor(count / 24))
      : unit === 'day'
        ? at(year, month, day - count + 1)
        : unit === 'week'
          ? at(year, month, day - 7 * count + 1)
          : at(year, month - count * months[unit], day + 1)
  return { from: iso(from), to: iso(today) }
}

/**
 * The days of a period.
 * @param today the day of the person who asks, in their time zone, in ISO 8601
 */
export function resolvePeriod(period: Period, today: string): Days {
  const now = new Date(`${today}T00:00:00Z`)
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  switch (period.kind) {
    case 'calendar': {
      const days = calendar(period.unit, period.offset, now)
      return { from: days.from, to: days.to < today ? days.to : period.offset > 0 ? days.to : today }
    }
    case 'last':
      return lastUnits(period.unit, period.count, now)
    case 'month': {
      const of = period.year ?? (period.month - 1 > month ? year - 1 : year)
      const days = calendar('month', 0, at(of, period.month - 1, 1))
      return { from: days.from, to: days.to < today ? days.to : today }
    }
    case 'quarter': {
      const of = period.year ?? ((period.quarter - 1) * 3 > month ? year - 1 : year)
      const days = calendar('quarter', 0, at(of, (period.quarter - 1) * 3, 1))
      return { from: days.from, to: days.to < today ? days.to : today }
    }
    case 'weekday': {
      const date = iso(at(year, month, day - ((weekdayOf(now) - (period.weekday - 1) + 7) % 7)))
      return { from: date, to: date }
    }
    case 'since':
      return period.from === undefined
        ? { from: iso(at(year, month, day - ((weekdayOf(now) - ((period.weekday ?? 1) - 1) + 7) % 7))), to: today }
        : { from: period.from, to: period.from > today ? period.from : today }
    case 'dates':
      return { from: period.from, to: period.to }
  }
}

/** The period of the same length right before. */
export function periodBefore({ from, to }: Days): Days {
  const [first, last] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)]
  const length = last - first + 86_400_000
  return { from: iso(new Date(first - length)), to: iso(new Date(first - 86_400_000)) }
}
