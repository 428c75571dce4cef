import { type AlertDefinition, type AlertOutcome, evaluateAlert, severityOf } from './alert-condition.ts'
import { type AlertSeries, sumSeries } from './alert-series.ts'

/** A stretch of time in which an alert fired: one notification, however long it lasts. */
export interface Incident {
  /** Index of the first step whose window fired. */
  from: number
  /** Index of the last one. */
  to: number
  /** Whether it may still go on at the end of the series. */
  open: boolean
  /** Outcome that is farthest from the limit or from the usual. */
  peak: AlertOutcome
  /** Index of the last step of its window. */
  peakAt: number
}

/** Windows that are evaluated before the work yields: some milliseconds. */
const sliceSteps = 100

/**
 * Returns the incidents of a series, the oldest first: what an alert would have reported, or has to.
 *
 * An incident ends once no window has fired for the length of a window, so that a value around the limit does not start
 * a new one at every step. Windows of which nothing can be said do not end it, unless for a week nothing else was said.
 * Cooperative: it yields between its slices.
 *
 * @param from first step whose window is evaluated; the steps before it are history for the usual
 */
export function* findIncidents(
  series: AlertSeries,
  definition: AlertDefinition,
  from = 0,
): Generator<undefined, Incident[]> {
  const sums = sumSeries(series)
  const incidents: Incident[] = []
  let calmSince: number | null = null
  for (let last = from; last < series.steps.length; last++) {
    if ((last - from) % sliceSteps === sliceSteps - 1) yield
    const outcome = evaluateAlert(sums, definition, last, series.stepsPerWeek)
    const current = incidents.at(-1)
    if (outcome?.state === 'fires') {
      if (current?.open) extend(current, last, outcome, definition)
      else incidents.push({ from: last, to: last, open: true, peak: outcome, peakAt: last })
      calmSince = null
    } else if (current?.open) {
      if (outcome?.state === 'calm') {
        calmSince ??= last
        if (last - calmSince + 1 >= definition.steps) current.open = false
      }
      if (last - current.to >= series.stepsPerWeek) current.open = false
    }
  }
  return incidents
}

function extend(incident: Incident, last: number, outcome: AlertOutcome, definition: AlertDefinition): void {
  incident.to = last
  const severity = ({ figures: { value }, usual }: AlertOutcome): number =>
    severityOf({ value, usual: usual?.value ?? null }, definition.condition)
  if (severity(outcome) <= severity(incident.peak)) return
  incident.peak = outcome
  incident.peakAt = last
}
