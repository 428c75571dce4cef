import { type AlertRuleSettings, alertRuleLimits, windowMsOf } from '../../../contract/index.ts'
import type { AlertSeries, AlertStep } from '../../../engine/alerts/alert-series.ts'
import { usualWeeks } from '../../../engine/alerts/usual.ts'
import type { Db } from '../../../ports/database.ts'
import { countByHours, countRanges, countSteps, readBeginning } from './alert-counts.ts'
import { hourMs, isHourly, isOfCalls, sourceOf } from './alert-source.ts'

const shortStepMs = 300_000
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
 * Reads the steps of a range and of the eight weeks before it: hours of the roll-ups for windows of an hour and more,
 * five minutes of events and labels for shorter ones. Calls are stored by the minute for some days only, so that their
 * short windows are evaluated as hours.
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
  const isByHour = windowMs >= hourMs || isOfCalls(settings.metric)
  const stepMs = isByHour ? hourMs : shortStepMs
  const end = Math.floor(to / stepMs) * stepMs
  const beginning = await readBeginning(db, settings, scope, signal)
  const floor = (time: number) => Math.floor(time / stepMs) * stepMs
  const history = floor(from - usualWeeks * weekMs - windowMs)
  const begin = Math.min(end, Math.max(history, beginning === null ? end : Math.ceil(beginning / stepMs) * stepMs))
  const source = sourceOf(settings, isByHour ? 'hours' : 'moments')
  const steps = await countSteps(db, source, scope, { from: begin, to: end }, stepMs, signal)
  return {
    series: { steps, stepsPerWeek: weekMs / stepMs },
    begin,
    stepMs,
    steps: Math.max(1, windowMs / stepMs),
    first: Math.max(0, Math.floor((from - begin) / stepMs)),
  }
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
