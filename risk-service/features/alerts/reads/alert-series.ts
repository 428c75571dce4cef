import { type AlertRuleSettings, alertRuleLimits, windowMsOf } from '../../../contract/index.ts'
import type { AlertSeries, AlertStep } from '../../../engine/alerts/alert-series.ts'
import { usualWeeks } from '../../../engine/alerts/usual.ts'
import type { Db } from '../../../ports/database.ts'
import { countByHours, countRanges, countSteps, readBeginning, type TimeRange } from './alert-counts.ts'
import { hourMs, isHourly, isOfCalls, sourceOf } from './alert-source.ts'

/**
 * Distances in milliseconds of the windows that are evaluated: of windows shorter than an hour, and of longer ones.
 * `fine` is what the check sees, which evaluates every window twice a minute.
 */
const stepsOf = { fine: { short: 30_000, long: 60_000 }, coarse: { short: 300_000, long: hourMs } } as const
/** Events of a range up to which it is read finely: a second's work of the database. */
const finestEvents = 500_000

export const dayMs = 24 * hourMs
export const weekMs = 7 * dayMs

/** The windows of some time, for the rules of alerts. */
export interface WindowSeries {
  series: AlertSeries
  /** Beginning of the first step, and length of a step, in milliseconds. */
  begin: number
  stepMs: number
  /** Length of a window in steps. */
  steps: number
  /** The first step whose window is asked for; those before are history. */
  first: number
}

/**
 * Reads the steps of a range and of the eight weeks before it, as fine as the check sees them. Of very many events the
 * windows of an hour and more are evaluated by the hour, from the roll-ups, and shorter ones every five minutes. Calls are
 * stored by the minute for some days only, and fields by the hour: their windows are evaluated by the hour.
 * @param from, to milliseconds
 */
export async function readWindows(
  db: Db,
  settings: AlertRuleSettings,
  scope: readonly string[],
  { from, to }: { from: number; to: number },
  signal?: AbortSignal,
): Promise<WindowSeries> {
  const windowMs = windowMsOf(settings.window)
  const isLong = windowMs >= hourMs
  const longest = { from: from - usualWeeks * weekMs - windowMs, to }
  const isByHour = isHourly(settings.metric) || isOfCalls(settings.metric)
  const detail = !isByHour && (await countEvents(db, settings, scope, longest)) <= finestEvents ? 'fine' : 'coarse'
  const stepMs = isByHour ? hourMs : stepsOf[detail][isLong ? 'long' : 'short']
  const end = Math.floor(to / stepMs) * stepMs
  const beginning = await readBeginning(db, settings, scope, signal)
  const history = Math.floor(longest.from / stepMs) * stepMs
  const begin = Math.min(end, Math.max(history, beginning === null ? end : Math.ceil(beginning / stepMs) * stepMs))
  const source = sourceOf(settings, stepMs === hourMs ? 'hours' : 'moments')
  const steps = await countSteps(db, source, scope, { from: begin, to: end }, stepMs, signal)
  return {
    series: { steps, stepsPerWeek: weekMs / stepMs },
    begin,
    stepMs,
    steps: Math.max(1, windowMs / stepMs),
    first: Math.max(0, Math.floor((from - begin) / stepMs)),
  }
}

/** Counts the transactions of a range by their roll-ups: about how much there is to read. */
async function countEvents(
  db: Db,
  settings: AlertRuleSettings,
  scope: readonly string[],
  range: TimeRange,
): Promise<number> {
  const [step] = await countRanges(db, sourceOf({ ...settings, metric: 'transactions' }, 'hours'), scope, [range])
  return step?.count ?? 0
}

/** The days before now that a preview evaluates. @param now milliseconds */
export const previewRange = (now: number) => ({ from: now - alertRuleLimits.previewDays * dayMs, to: now })

/**
 * Reads the window that ends now and those of the eight weeks before it as a series of whole weeks: its last step is
 * the present window. Weeks before anything was counted are left out; empty where the present window begins before.
 * @param now milliseconds
 */
export async function readPresentWindow(
  db: Db,
  settings: AlertRuleSettings,
  scope: readonly string[],
  now: number,
): Promise<AlertStep[]> {
  const windowMs = windowMsOf(settings.window)
  // A row of a field stands for its hour: the present one has begun.
  const from = isHourly(settings.metric) ? Math.floor(now / hourMs) * hourMs - windowMs + hourMs : now - windowMs
  const beginning = await readBeginning(db, settings, scope)
  if (beginning === null || from < beginning) return []
  const weeks = Array.from({ length: usualWeeks }, (_, index) => usualWeeks - index)
    .map(week => from - week * weekMs)
    .filter(start => start >= beginning)
  const past = weeks.map(start => ({ from: start, to: start + windowMs }))
  const present = [{ from, to: now + 1 }]
  if (!isOfCalls(settings.metric)) return countByHours(db, settings, scope, [...past, ...present])
  // Minutes of calls are stored for some days; the shares of the same hours of earlier weeks stand for them.
  const hours = past.map(range => ({
    from: Math.floor(range.from / hourMs) * hourMs,
    to: Math.max(Math.floor(range.to / hourMs), Math.floor(range.from / hourMs) + 1) * hourMs,
  }))
  return [
    ...(await countRanges(db, sourceOf(settings, 'hours'), scope, hours)),
    ...(await countRanges(db, sourceOf(settings, 'moments'), scope, present)),
  ]
}
