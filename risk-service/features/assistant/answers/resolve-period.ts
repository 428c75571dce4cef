import { addDays, monthsBefore } from '../../../contract/common/days.ts'
import type { CalendarUnit, Period } from '../recognition/slots.ts'

/** Whole days, both included. */
export interface Days {
  from: string
  to: string
}

const utc = (day: string): Date => new Date(`${day}T00:00:00Z`)
const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
/** 1 for Monday to 7. */
const weekdayOf = (day: string): number => utc(day).getUTCDay() || 7
const monthStart = (year: number, month: number): string => dayOf(new Date(Date.UTC(year, month, 1)))

/** The unit that contains a day, moved by a number of units. */
function calendarDays(unit: CalendarUnit, offset: number, today: string): Days {
  const [year, month] = [utc(today).getUTCFullYear(), utc(today).getUTCMonth()]
  switch (unit) {
    case 'day': {
      const day = addDays(today, offset)
      return { from: day, to: day }
    }
    case 'week': {
      const from = addDays(today, 1 - weekdayOf(today) + 7 * offset)
      return { from, to: addDays(from, 6) }
    }
    case 'month':
      return { from: monthStart(year, month + offset), to: addDays(monthStart(year, month + offset + 1), -1) }
    case 'quarter': {
      const first = Math.floor(month / 3) * 3 + 3 * offset
      return { from: monthStart(year, first), to: addDays(monthStart(year, first + 3), -1) }
    }
    case 'year':
      return { from: monthStart(year + offset, 0), to: addDays(monthStart(year + offset + 1, 0), -1) }
  }
}

function lastDays(unit: 'hour' | CalendarUnit, count: number, today: string): Days {
  if (unit === 'hour') return { from: addDays(today, -Math.floor(count / 24)), to: today }
  if (unit === 'day') return { from: addDays(today, 1 - count), to: today }
  if (unit === 'week') return { from: addDays(today, 1 - 7 * count), to: today }
  const months = { month: 1, quarter: 3, year: 12 }[unit] * count
  return { from: addDays(monthsBefore(today, months), 1), to: today }
}

/** Returns the days of a period, none of them after today. */
export function resolvePeriod(asked: Period, today: string): Days {
  const { from, to } = daysOf(asked, today)
  return { from: from > today ? today : from, to: to > today ? today : to }
}

function daysOf(asked: Period, today: string): Days {
  switch (asked.kind) {
    case 'calendar':
      return calendarDays(asked.unit, asked.offset, today)
    case 'last':
      return lastDays(asked.unit, Math.min(asked.count, 4000), today)
    case 'month': {
      const thisYear = utc(today).getUTCFullYear()
      const year = asked.year ?? (monthStart(thisYear, asked.month - 1) > today ? thisYear - 1 : thisYear)
      return { from: monthStart(year, asked.month - 1), to: addDays(monthStart(year, asked.month), -1) }
    }
    case 'year':
      return { from: monthStart(asked.year, 0), to: addDays(monthStart(asked.year + 1, 0), -1) }
    case 'weekday': {
      const day = addDays(today, -((weekdayOf(today) - asked.weekday + 7) % 7))
      return { from: day, to: day }
    }
    case 'since': {
      if (asked.from !== undefined) return { from: asked.from, to: today }
      return { from: addDays(today, -((weekdayOf(today) - (asked.weekday ?? 1) + 7) % 7)), to: today }
    }
    case 'dates':
      return asked.from <= asked.to ? { from: asked.from, to: asked.to } : { from: asked.to, to: asked.from }
  }
}

/** The days of equal length before. */
export function daysBefore({ from, to }: Days): Days {
  const length = Math.round((utc(to).getTime() - utc(from).getTime()) / 86_400_000) + 1
  return { from: addDays(from, -length), to: addDays(from, -1) }
}
