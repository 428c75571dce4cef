import { runInSlices } from '../../../contract/cooperative.ts'
import { type AlertPreview, type AlertRuleSettings, alertRuleLimits } from '../../../contract/index.ts'
import { evaluateAlert } from '../../../engine/alerts/alert-condition.ts'
import { sumSeries } from '../../../engine/alerts/alert-series.ts'
import { findIncidents } from '../../../engine/alerts/incidents.ts'
import type { Db } from '../../../ports/database.ts'
import { previewRange, readWindows, type WindowSeries } from '../reads/alert-series.ts'
import { definitionOf } from './definition.ts'

/** Milliseconds of evaluation before other work has its turn. */
const sliceMs = 4

type Point = AlertPreview['points'][number]

/** Returns what an alert rule would have reported in the last 90 days. @param now milliseconds */
export async function previewAlert(
  db: Db,
  settings: AlertRuleSettings,
  scope: readonly string[],
  now: number,
  signal?: AbortSignal,
): Promise<AlertPreview> {
  const started = performance.now()
  const range = previewRange(now)
  const windows = await readWindows(db, settings, scope, range, signal)
  const { series, steps, first } = windows
  // In slices: the process decides events meanwhile.
  const found = await runInSlices(findIncidents(series, definitionOf(settings, steps), first), sliceMs)
  const iso = (time: number) => new Date(time).toISOString()
  return {
    from: iso(range.from),
    to: iso(range.to),
    stepMs: windows.stepMs,
    points: await runInSlices(pointsOf(windows, settings, alertRuleLimits.points), sliceMs),
    incidents: found
      .slice(-alertRuleLimits.incidents)
      .reverse()
      .map(({ from, to, open, peak: { figures, usual } }) => ({
        from: iso(windowStart(windows, from)),
        to: iso(stepEnd(windows, to)),
        open,
        value: figures.value,
        usual: usual?.value ?? null,
        count: figures.count,
        of: figures.of,
      })),
    found: found.length,
    queryMs: performance.now() - started,
  }
}

export const stepEnd = ({ begin, stepMs }: WindowSeries, step: number): number => begin + (step + 1) * stepMs
const windowStart = (windows: WindowSeries, step: number): number =>
  stepEnd(windows, step) - windows.steps * windows.stepMs

/**
 * Returns the values of the windows for a chart. Where there are more windows than points, each point is the window of
 * its stretch that is nearest to firing, so that no peak is lost. Cooperative: it yields after each point.
 */
export function* pointsOf(
  windows: WindowSeries,
  settings: AlertRuleSettings,
  limit: number,
): Generator<undefined, Point[]> {
  const { series, steps, first } = windows
  const sums = sumSeries(series)
  const definition = definitionOf(settings, steps)
  const stride = Math.max(1, Math.ceil((sums.length - first) / limit))
  const isUpward = settings.condition.kind === 'above' || settings.condition.kind === 'rises'
  const points: Point[] = []
  for (let from = first; from < sums.length; from += stride) {
    let shown: number | null = null
    let extreme = Number.NEGATIVE_INFINITY
    for (let last = from; last < Math.min(from + stride, sums.length); last++) {
      const value = sums.window(last, steps)?.value ?? null
      if (value === null || (isUpward ? value : -value) <= extreme) continue
      extreme = isUpward ? value : -value
      shown = last
    }
    const at = shown ?? from
    const outcome = evaluateAlert(sums, definition, at, series.stepsPerWeek)
    points.push({
      // Evenly spaced, as a chart needs them.
      at: new Date(stepEnd(windows, from)).toISOString(),
      value: outcome?.figures.value ?? null,
      usual: outcome?.usual?.value ?? null,
    })
    yield
  }
  return points
}
