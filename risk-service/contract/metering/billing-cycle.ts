import { addDays } from '../common/days.ts'

/** Days of UTC, such as `2026-01-12`; both belong to the cycle. */
export interface BillingCycle {
  from: string
  to: string
}
/** Cycles follow one another from the first one on, in both directions. */
export interface CycleRule {
  startsOn: string
  months: number
}

const parts = (day: string): [number, number, number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
  Number(day.slice(8, 10)),
]

/** Returns the same day some months later, or the last one of a shorter month. */
function addMonthsTo(day: string, months: number): string {
  const [year, month, date] = parts(day)
  const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDay))).toISOString().slice(0, 10)
}

const cycleAt = ({ startsOn, months }: CycleRule, number: number): BillingCycle => ({
  from: addMonthsTo(startsOn, number * months),
  to: addDays(addMonthsTo(startsOn, (number + 1) * months), -1),
})

/** Returns the cycle that contains a day. */
export function cycleOf(rule: CycleRule, day: string): BillingCycle {
  const [year, month] = parts(day)
  const [firstYear, firstMonth] = parts(rule.startsOn)
  let number = Math.floor((year * 12 + month - firstYear * 12 - firstMonth) / rule.months)
  // The day may come before that of the start within its month.
  while (cycleAt(rule, number).from > day) number -= 1
  while (cycleAt(rule, number).to < day) number += 1
  return cycleAt(rule, number)
}

/** Returns the cycles from that of one day to that of another, the latest first. */
export function cyclesBetween(rule: CycleRule, first: string, last: string): BillingCycle[] {
  const cycles = [cycleOf(rule, last)]
  for (let next = cycles[0]; next !== undefined && next.from > first; ) {
    next = cycleOf(rule, addDays(next.from, -1))
    cycles.push(next)
  }
  return cycles
}

/** Days from one to another, both included. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

export interface CycleMonth {
  /** Such as `2026-01`. */
  month: string
  from: string
  to: string
}

/** Returns the calendar months of a cycle, the first and the last one as far as they belong to it. */
export function monthsOf({ from, to }: BillingCycle): CycleMonth[] {
  const months: CycleMonth[] = []
  for (let day = from; day <= to; ) {
    const [year, month] = parts(day)
    const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
    const end = last < to ? last : to
    months.push({ month: day.slice(0, 7), from: day, to: end })
    day = addDays(end, 1)
  }
  return months
}

/** Returns the shares of months in what was purchased for a cycle, by their days: whole units that add up to it. */
export function shareByMonth(purchased: number, months: readonly CycleMonth[]): number[] {
  const days = months.map(({ from, to }) => daysBetween(from, to))
  const all = days.reduce((sum, each) => sum + each, 0)
  let passed = 0
  return days.map(each => {
    const before = Math.round((purchased * passed) / all)
    passed += each
    return Math.round((purchased * passed) / all) - before
  })
}

/** Whole days of the cycle that are over on a day of it. */
export const daysPassed = ({ from, to }: BillingCycle, today: string): number =>
  Math.max(0, Math.min(daysBetween(from, today) - 1, daysBetween(from, to)))

/** Returns the use at the end of a cycle if it goes on as on the days that are over; null: on its first day. */
export function projectUse(used: number, cycle: BillingCycle, today: string): number | null {
  const passed = daysPassed(cycle, today)
  return passed === 0 ? null : Math.round((used * daysBetween(cycle.from, cycle.to)) / passed)
}
