import { safeZone } from '../../lib/format/parts.ts'
import { instantOfParsed, parseDate } from './parse-date.ts'
import { dayAt, daysBetween, instantOf, shiftDay, startOfDay, wallTime } from './zone.ts'

export const rangeUnits = ['minute', 'hour', 'day'] as const
export type RangeUnit = (typeof rangeUnits)[number]

/** The last minutes, hours or days, relative to the time of use. */
export interface RelativeRange {
  kind: 'relative'
  amount: number
  unit: RangeUnit
}

/** From an instant up to, but not including, another; ISO 8601 in UTC. */
export interface AbsoluteRange {
  kind: 'absolute'
  from: string
  to: string
}

export type DateRange = RelativeRange | AbsoluteRange

export interface Period {
  from: number
  to: number
}

const lastPeriod = (amount: number, unit: RangeUnit): RelativeRange => ({ kind: 'relative', amount, unit })

/** The default presets, unless a screen passes its own. */
export const defaultPresets: readonly RelativeRange[] = [
  lastPeriod(15, 'minute'),
  lastPeriod(1, 'hour'),
  lastPeriod(4, 'hour'),
  lastPeriod(24, 'hour'),
  lastPeriod(7, 'day'),
  lastPeriod(30, 'day'),
  lastPeriod(90, 'day'),
]

const lengths: Record<RangeUnit, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/**
 * The current instants of a range; nothing when it is invalid. Days end at the same wall-clock time, even across a
 * change of clocks.
 */
export function resolveRange(range: DateRange, now: number, zone: string): Period | undefined {
  if (range.kind === 'absolute') {
    const [from, to] = [Date.parse(range.from), Date.parse(range.to)]
    return Number.isNaN(from) || Number.isNaN(to) ? undefined : { from, to }
  }
  if (!Number.isFinite(range.amount) || range.amount <= 0 || !(range.unit in lengths)) return undefined
  if (range.unit !== 'day') return { from: now - range.amount * lengths[range.unit], to: now }
  const wall = wallTime(now, zone)
  const day = shiftDay(dayAt(now, zone), -Math.round(range.amount))
  const [year, month, date] = day.split('-').map(Number)
  const from = instantOf(
    { ...wall, year: year ?? wall.year, month: month ?? wall.month, day: date ?? wall.day },
    safeZone(zone),
  )
  return Number.isNaN(from) ? undefined : { from, to: now }
}

/** True at the first instant of a day in the zone. */
function isMidnight(instant: number, zone: string): boolean {
  return startOfDay(dayAt(instant, zone), zone) === instant
}

/** The preceding period of the same length: whole days stay whole days across a change of clocks. */
export function previousPeriod({ from, to }: Period, zone: string): Period {
  if (isMidnight(from, zone) && isMidnight(to, zone)) {
    const first = dayAt(from, zone)
    const earlier = startOfDay(shiftDay(first, -daysBetween(first, dayAt(to, zone))), zone)
    if (earlier !== undefined) return { from: earlier, to: from }
  }
  return { from: from - (to - from), to: from }
}

export type DatePrecision = 'day' | 'second'
export type DateIssue = 'missing' | 'unreadable' | 'time' | 'min' | 'max' | 'disabled' | 'order' | 'long'

export interface RangeRules {
  locale: string
  zone: string
  precision: DatePrecision
  /** First and last allowed day, `2026-11-21`. */
  min?: string | undefined
  max?: string | undefined
  /** Longest period, in days. */
  maxDays?: number | undefined
  disabledDay?: ((day: string) => boolean) | undefined
}

export type Edge = 'from' | 'to'

/** The instant of one of the two texts, or its error. A day alone as the end includes the whole day. */
export function parseEdge(
  text: string,
  edge: Edge,
  rules: RangeRules,
): { instant: number; day: string } | { problem: DateIssue } {
  const parsed = parseDate(text, rules.locale)
  if (parsed === null) return { problem: 'missing' }
  if (parsed === undefined) return { problem: 'unreadable' }
  if (rules.precision === 'day' && parsed.time) return { problem: 'time' }
  const whole = edge === 'to' && !parsed.time
  const instant = instantOfParsed(whole ? { ...parsed, day: shiftDay(parsed.day, 1) } : parsed, rules.zone)
  const day = parsed.offset === undefined ? parsed.day : dayAt(instant, rules.zone)
  const problem = dayIssue(day, rules)
  return problem ? { problem } : { instant, day }
}

/** The reason why a day is not allowed. */
export function dayIssue(
  day: string,
  { min, max, disabledDay }: Pick<RangeRules, 'min' | 'max' | 'disabledDay'>,
): DateIssue | undefined {
  if (min !== undefined && day < min) return 'min'
  if (max !== undefined && day > max) return 'max'
  return disabledDay?.(day) ? 'disabled' : undefined
}

export interface ParsedRange {
  range?: AbsoluteRange
  issues: { from?: DateIssue; to?: DateIssue }
}

/** Parses both texts. Errors of the period as a whole are reported at its end. */
export function parseRange(from: string, to: string, rules: RangeRules): ParsedRange {
  const [start, end] = [parseEdge(from, 'from', rules), parseEdge(to, 'to', rules)]
  const issues: ParsedRange['issues'] = {}
  if ('problem' in start) issues.from = start.problem
  if ('problem' in end) issues.to = end.problem
  if ('problem' in start || 'problem' in end) return { issues }
  if (end.instant <= start.instant) return { issues: { to: 'order' } }
  if (rules.maxDays !== undefined && daysBetween(start.day, end.day) + 1 > rules.maxDays)
    return { issues: { to: 'long' } }
  return {
    range: { kind: 'absolute', from: new Date(start.instant).toISOString(), to: new Date(end.instant).toISOString() },
    issues,
  }
}

interface Formats {
  date: (value: number, zone: string) => string
  dateTime: (value: number, zone: string) => string
}

/** Formats an end of a period: whole days as days, anything else with its time. `to` is the last included day. */
export function formatEdge(
  instant: number,
  edge: Edge,
  zone: string,
  precision: DatePrecision,
  format: Formats,
): string {
  const safe = safeZone(zone)
  if (precision === 'day' || isMidnight(instant, safe)) return format.date(edge === 'to' ? instant - 1 : instant, safe)
  return format.dateTime(instant, safe)
}

/** Whether two ranges are equivalent. */
export function sameRange(a: DateRange | null | undefined, b: DateRange | null | undefined): boolean {
  if (!a || !b) return a === b
  if (a.kind === 'relative') return b.kind === 'relative' && a.amount === b.amount && a.unit === b.unit
  return b.kind === 'absolute' && a.from === b.from && a.to === b.to
}
