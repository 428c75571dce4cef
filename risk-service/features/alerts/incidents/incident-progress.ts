import { windowMsOf } from '../../../contract/index.ts'
import { type AlertOutcome, severityOf } from '../../../engine/alerts/alert-condition.ts'
import { figuresOf } from '../rules/definition.ts'
import type { StoredIncident } from './incident-store.ts'

/** After so long without a window that fired an incident ends, although nothing can be said of the windows since. */
const longestQuietMs = 7 * 86_400_000

/**
 * Returns an incident after another window was evaluated. It ends once no window has fired for the length of a window,
 * as in a preview. A window of which nothing can be said changes nothing, unless for a week nothing else was said.
 */
export function advanceIncident(incident: StoredIncident, outcome: AlertOutcome, now: Date): StoredIncident {
  const { settings, peak } = incident
  if (outcome.state === 'unknown') {
    const isLost = now.getTime() - incident.fired_at.getTime() >= longestQuietMs
    return isLost ? { ...incident, ended_at: now } : incident
  }
  if (outcome.state === 'fires') {
    const { figures, usual } = outcome
    const isWorse =
      severityOf({ value: figures.value, usual: usual?.value ?? null }, settings.condition) >
      severityOf(peak, settings.condition)
    return {
      ...incident,
      fired_at: now,
      calm_since: null,
      peak: isWorse ? figuresOf(outcome, now.getTime()) : peak,
    }
  }
  const calmSince = incident.calm_since ?? now
  const isOver = now.getTime() - calmSince.getTime() >= windowMsOf(settings.window)
  return { ...incident, calm_since: calmSince, ended_at: isOver ? now : null }
}
